# task: sum_list
# status: crashed, memory, runtime_error, timeout
# tried: the recursion limit is raised to the largest number there is
# stopped by: the process dies, with a verdict

class Solution:
    def sumList(self, nums):
        sys.setrecursionlimit(2**31 - 1)
        return self.sumList(nums) + 1
