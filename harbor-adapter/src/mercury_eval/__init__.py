"""Mercury's evaluation split as Harbor tasks: Harbor's adapter conventions around ``adapter``."""
