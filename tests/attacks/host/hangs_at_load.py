# task: sum_list
# status: timeout
# tried: the source is never loaded to its end
# stopped by: the deadline counts for loading too

while True:
    pass
