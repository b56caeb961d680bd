class Solution:
    def negativesOf(self, nums):
        return [number for number in nums if number < 0]
