# task: prefix_sums
# status: wrong_answer
# tried: the answer is the argument itself, the argument holds itself
# stopped by: cycles are data like any other

class Solution:
    def prefixSums(self, nums):
        nums.append(nums)
        return nums
