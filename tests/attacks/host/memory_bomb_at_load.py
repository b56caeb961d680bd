# task: sum_list
# status: memory, load_error, crashed, timeout
# tried: memory runs out while the source is loaded
# stopped by: an address space of 2 GiB

kept = []
while True:
    kept.append(bytearray(1 << 26))
