class Solution:
    def sumMatrix(self, matrix):
        return sum(number for row in matrix for number in row)
