class Solution:
    def negativesOf(self, nums):
        found = []
        for _ in nums:
            found = [number for number in nums if number < 0]
        return found
