class Solution:
    def reverseList(self, head):
        values = []
        while head:
            values.insert(0, head.val)
            head = head.next
            for _ in values:
                pass
            for _ in values:
                pass
        first = last = ListNode()
        for value in values:
            last.next = ListNode(value)
            last = last.next
        return first.next
