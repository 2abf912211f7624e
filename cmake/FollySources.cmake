# The sources of Folly that the peers need. The build compiles no others.

set(folly_sources
  # locks, semaphores, queues
  Conv Demangle ExceptionString Executor Format MicroLock ScopeGuard SharedMutex SingletonThreadLocal String
  concurrency/CacheLocality
  container/detail/F14Table
  detail/AsyncTrace detail/Futex detail/MemoryIdler detail/SplitStringSimd detail/StaticSingletonManager
  detail/ThreadLocalDetail detail/UniqueInstance detail/thread_local_globals
  lang/CString lang/Exception lang/SafeAssert lang/ToAscii
  memory/MallctlHelper memory/ReentrantAllocator memory/SanitizeAddress memory/SanitizeLeak
  portability/SysMembarrier
  synchronization/AsymmetricThreadFence synchronization/AtomicNotification synchronization/DistributedMutex
  synchronization/Hazptr synchronization/HazptrDomain synchronization/ParkingLot synchronization/SanitizeThread
  synchronization/WaitOptions
  system/AtFork system/Pid system/ThreadId

  # fibers and coroutines
  CancellationToken ExceptionWrapper FileUtil
  concurrency/ProcessLocalUniqueId
  coro/Baton coro/Mutex coro/SharedMutex coro/detail/Malloc
  detail/FileUtilDetail
  executors/CPUThreadPoolExecutor executors/ExecutionObserver executors/GlobalThreadPoolList executors/QueueObserver
  executors/QueuedImmediateExecutor executors/ThreadPoolExecutor
  fibers/Baton fibers/Fiber fibers/FiberManager fibers/GuardPageAllocator fibers/Semaphore
  fibers/SimpleLoopController
  futures/detail/Core
  io/async/AsyncTimeout io/async/DelayedDestruction io/async/EventBase io/async/EventBaseBackendBase
  io/async/EventBaseLocal io/async/EventHandler io/async/HHWheelTimer io/async/Request io/async/TimeoutManager
  io/async/VirtualEventBase
  net/NetOps
  system/ThreadName
  tracing/AsyncStack)
