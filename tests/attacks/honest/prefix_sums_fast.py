class Solution:
    def prefixSums(self, nums):
        return list(accumulate(nums))
