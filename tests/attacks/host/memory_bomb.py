# task: sum_list
# status: memory, timeout
# tried: a list that doubles until memory runs out
# stopped by: an address space of 2 GiB

class Solution:
    def sumList(self, nums):
        while True:
            nums += nums
