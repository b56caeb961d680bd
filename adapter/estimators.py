"""Pass@k and Beyond@k of one task, from several samples of it; pure arithmetic."""

import math
from collections.abc import Sequence


def pass_at_k(samples: int, passed: int, k: int) -> float:
    """Return the unbiased estimate of Pass@k: is one of k samples right?

    One minus the probability that k of the samples, drawn without replacement, are all wrong:
    1 - C(n - c, k) / C(n, k), as a product so that no huge number appears (Chen et al. 2021,
    arXiv 2107.03374, section 2.1 and figure 3).

    Args:
        samples: n, how many samples of the task there are.
        passed: c, how many of them are right.
        k: how many are drawn; from 1 to n.

    Raises:
        ValueError: the numbers do not go together.
    """
    if not 0 <= passed <= samples or not 1 <= k <= samples:
        raise ValueError(f"k from 1 to n and c from 0 to n, unlike n={samples} c={passed} k={k}")
    if samples - passed < k:
        return 1.0
    return 1.0 - math.prod(1.0 - k / n for n in range(samples - passed + 1, samples + 1))


def beyond_at_k(beyonds: Sequence[float], k: int) -> float:
    """Return the estimate of Beyond@k: the mean Beyond over k samples of a task.

    Mercury (arXiv 2402.07844, section 3) takes the mean over the K samples that it drew. Over
    all ways to draw k of the n samples that mean averages to the mean over all n, whatever k
    is; so that is what is returned. With k = n it is the paper's figure itself.

    Args:
        beyonds: a Beyond for each sample of the task, 0 for a wrong one.
        k: how many are drawn; from 1 to the number of samples.

    Raises:
        ValueError: k does not go with the number of samples.
    """
    if not 1 <= k <= len(beyonds):
        raise ValueError(f"k from 1 to the number of samples, unlike k={k} of {len(beyonds)}")
    return math.fsum(beyonds) / len(beyonds)
