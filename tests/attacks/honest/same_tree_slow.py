class Solution:
    def sameTree(self, root):
        for _ in range(10000):
            pass
        return root
