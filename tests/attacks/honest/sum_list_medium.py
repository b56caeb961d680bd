class Solution:
    def sumList(self, nums):
        total = 0
        for end in range(0, len(nums), 2):
            total = 0
            for number in nums[: end + 2]:
                total += number
        return total
