class Solution:
    def sumList(self, nums):
        total = 0
        for end in range(len(nums)):
            total = 0
            for number in nums[: end + 1]:
                total += number
        return total
