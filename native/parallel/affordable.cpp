#include "parallel/affordable.hpp"

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#endif

namespace understudy {

#if defined(__linux__)
std::size_t affordable_threads(std::size_t threads) {
    rlimit limit{};
    if (threads <= 1 || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return threads;
    constexpr std::size_t each = std::size_t{80} << 20;  // a stack, 8 MB, and a heap of its own, 64 MB, with some room
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const std::size_t used = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t left = limit.rlim_cur > used ? static_cast<std::size_t>(limit.rlim_cur) - used : 0;
    return std::min(threads, 1 + left / 2 / each);
}
#else
std::size_t affordable_threads(std::size_t threads) { return threads; }
#endif

}  // namespace understudy
