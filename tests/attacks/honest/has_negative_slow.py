class Solution:
    def hasNegative(self, nums):
        found = False
        for _ in nums:
            found = any([number < 0 for number in nums])
        return found
