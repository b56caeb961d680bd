class Solution:
    def reverseInPlace(self, nums):
        nums.reverse()
