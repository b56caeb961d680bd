"""The adapter: upstream rows -> Harbor task directories -> a data set on disk.

Data flows one way::

    upstream.py    row models, three sources
    validation.py  which references are right, by running them in the verifier
    tasks.py       one row, one oracle, the pins -> the files of one task
    dataset.py     many tasks -> the files of one data set
    output.py      those files -> a directory, written beside the target and swapped in
    cli.py         the command line over all of it

And back: ``reproduction.py`` makes a data set from an earlier one's provenance, ``checking.py``
reads a directory, remakes what ``reconstruction.py`` can, and looks for ``leaks.py``.
"""

VERSION = "1.0.0"
