class Solution:
    def hasPair(self, nums, total):
        found = False
        for place, first in enumerate(nums):
            for other, second in enumerate(nums):
                if place != other and first + second == total:
                    found = True
        return found
