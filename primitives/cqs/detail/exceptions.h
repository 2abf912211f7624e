#pragma once

/// `try`, `catch` and `throw;` for code that also compiles with -fno-exceptions. There, nothing is caught: what would
/// throw has ended the program (see `misuse.h`; without memory, `operator new` ends it).
#if defined(__cpp_exceptions)
#define CQS_DETAIL_TRY try
#define CQS_DETAIL_CATCH(...) catch (__VA_ARGS__)
#define CQS_DETAIL_RETHROW throw
#else
#define CQS_DETAIL_TRY if constexpr (true)
#define CQS_DETAIL_CATCH(...) else
#define CQS_DETAIL_RETHROW static_cast<void>(0)
#endif
