class Solution:
    def hasPair(self, nums, total):
        seen = set()
        for number in nums:
            if total - number in seen:
                return True
            seen.add(number)
        return False
