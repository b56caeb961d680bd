"""The adapter: upstream rows -> Harbor task directories -> a data set on disk.

Data flows one way::

    upstream.py    row models, three sources
    validation.py  which references are right, by running them in the verifier
    tasks.py       one row, one oracle, the pins -> the files of one task
    dataset.py     many tasks -> one directory, written beside the target and swapped in
    cli.py         the command line over all of it
"""

VERSION = "1.0.0"
