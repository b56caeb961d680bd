class Solution:
    def sumList(self, nums):
        return sum(nums)
