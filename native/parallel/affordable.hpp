// How many threads a limit on the memory of the process leaves room for.
#pragma once

#include <cstddef>

namespace understudy {

// At most `threads`, and at least the caller's own. Where there is a limit (ulimit -v), threads that get no memory for
// their stacks can be done without; but one that gets none for its thread-local data, the C library answers by ending
// the whole process. So threads may take half of what is left.
std::size_t affordable_threads(std::size_t threads);

}  // namespace understudy
