class Solution:
    def hasNegative(self, nums):
        return min(nums) < 0
