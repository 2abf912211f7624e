# waiting: how threads wait, against peers that serve first come, first served, and against those that do not
processes = 10
sample_ms = 200
timeout_s = 30
placements = compact

[mutex]
work = 100, 5000
threads = 2, 3, 4, 8, 16, 64
implementations = cqs.mutex, cqs.mutex.bounded_overtaking, tbb.queuing_mutex, park.*, aqs.mutex.fair, std.mutex

[semaphore]
permits = 1
work = 100, 5000
threads = 2, 3, 4, 8, 16, 64
implementations = cqs.semaphore.async.smart, cqs.semaphore.bounded_overtaking, aqs.semaphore.fair

[pool]
elements = 1
work = 100, 5000
threads = 2, 3, 4, 8, 16, 64
implementations = cqs.pool.queue, cqs.pool.stack, aqs.pool.array.fair, folly.*, tbb.*

[barrier]
work = 100
threads = 2, 4, 8, 16
implementations = cqs.barrier, std.barrier

[readers_writer]
reads = 50, 95
work = 0
threads = 2, 4, 10
implementations = cqs.*, std.shared_mutex, folly.*, tbb.*

# Fibers of two workers hand a mutex over.
[async]
waiters = 10
threads = 2
implementations = cqs.mutex, boost_fiber.mutex

[wakeup]
waiters = 64
implementations = cqs.latch*, std.latch

[uncontended]
implementations = cqs.mutex, cqs.semaphore.async.smart, limit.*
sample_ms = 20

[abort]
waiters = 0, 1000
implementations = cqs.semaphore.async.smart
