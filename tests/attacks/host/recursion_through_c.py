# task: sum_list
# status: runtime_error, memory, crashed
# tried: C calls Python calls C: sorted with a key that sorts
# stopped by: the interpreter's own limit for C, and a stack that is large enough for it

class Solution:
    def sumList(self, nums):
        return sorted([1], key=lambda number: self.sumList(nums))
