class Solution:
    def sumMatrix(self, matrix):
        return sum(map(sum, matrix))
