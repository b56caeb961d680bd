class Solution:
    def sumMatrix(self, matrix):
        total = 0
        for row in range(len(matrix)):
            for column in range(len(matrix[row])):
                total = total + matrix[row][column]
        return total
