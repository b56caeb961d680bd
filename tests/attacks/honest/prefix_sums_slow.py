class Solution:
    def prefixSums(self, nums):
        sums = []
        for end in range(len(nums)):
            total = 0
            for number in nums[: end + 1]:
                total += number
            sums.append(total)
        return sums
