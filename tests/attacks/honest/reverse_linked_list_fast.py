class Solution:
    def reverseList(self, head):
        before = None
        while head:
            head.next, before, head = before, head, head.next
        return before
