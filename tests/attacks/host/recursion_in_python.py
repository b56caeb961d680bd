# task: sum_list
# status: runtime_error, memory, crashed
# tried: a function that calls itself for ever
# stopped by: the recursion limit, and memory

class Solution:
    def sumList(self, nums):
        return self.sumList(nums) + 1
