class Solution:
    def reverseInPlace(self, nums):
        for end in range(len(nums) - 1, 0, -1):
            for place in range(end):
                nums[place], nums[place + 1] = nums[place + 1], nums[place]
