# task: has_negative
# status: wrong_answer
# tried: returns nothing at all, where the expected value is false
# stopped by: None is not false

class Solution:
    def hasNegative(self, nums):
        return None
