"""The verifier: judges and times one untrusted program against a task's references.

It runs inside the verifier container (or a local process) and is copied as it is into each
task's ``tests/``. Only the standard library and the two run-time packages that upstream's
converters need (``lctk``, ``sortedcontainers``) are imported.

How to read it, in the order in which data flows::

    suite.py        what is known of a task (trusted)
    supervisor.py   judge the candidate, then the references, then time them all
    program.py      one program on trial: process, verdict, readings
    protocol.py     how often, in which order, which estimator, when to stop
    credibility.py  what a candidate claims, held against what the kernel saw
    sandbox.py      the one door: starts the hostile processes, talks to them, ends them
    nursery.py      the process that the others are forked from; it never saw the suite
    confinement.py  what a forked process gives up before it runs anything foreign,
                    system calls (system_calls.py) included
    worker.py       the hostile process: runs a program on one case at a time
    judge.py        decides on decoded data whether a result is right
    codec.py        values <-> bytes, messages.py replies <-> bytes
    score.py        times -> Beyond, percentile
    record.py       reward.json and details.json; machine.py says where it was measured
"""

VERSION = "1.0.0"
