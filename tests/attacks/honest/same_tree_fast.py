class Solution:
    def sameTree(self, root):
        return root
