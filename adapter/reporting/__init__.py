"""Results of several runs -> a report: reading them, statistics, text, tables, a page."""
