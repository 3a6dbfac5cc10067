// Threads: every item once, failures and interrupts reach the caller, and all threads are joined.
#include "parallel/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "checks.hpp"

namespace {

using namespace understudy;

const Poll no_poll;

// That all threads are joined shows in `runs` and `times`: one still at work would race with the checks.
void check_workers(std::size_t threads, std::size_t first_to_fail) {
    std::vector<int> runs(threads, 0);
    const auto work = [&](std::size_t worker) {
        ++runs[worker];
        if (worker >= first_to_fail) throw std::runtime_error("failed");
    };
    Cancellation cancellation(no_poll);
    const std::string error = error_of<std::runtime_error>([&] { run_threads(threads, cancellation, work); });
    check(runs == std::vector<int>(threads, 1), "every worker runs once");
    check(error == (first_to_fail < threads ? "failed" : ""), "of all failures one reaches the caller", error);
}

void check_chunks(std::size_t count, std::size_t threads, std::size_t bad_item) {
    std::vector<int> times(count, 0);
    std::atomic<std::size_t> done = 0;
    const auto body = [&](std::size_t begin, std::size_t end, std::string& scratch, const auto&) {
        scratch += "a race, were it not the worker's own";
        if (begin <= bad_item && bad_item < end) throw std::runtime_error("failed");
        for (std::size_t i = begin; i < end; ++i) ++times[i];
        done += end - begin;
    };
    const auto run = [&] { parallel_chunks<std::string>(count, threads, no_poll, body); };
    const std::string on = std::to_string(count) + " items, " + std::to_string(threads) + " threads";
    check(error_of<std::runtime_error>(run) == (bad_item < count ? "failed" : ""), "a failure reaches the caller", on);
    check(std::ranges::count(times, 1) == static_cast<std::ptrdiff_t>(done), "no item is done twice", on);
    check(bad_item < count ? done < count : done == count, "without a failure every item is done", on);
}

void check_interrupt(std::size_t threads) {
    std::atomic<std::size_t> entered = 0, left = 0;
    std::vector<std::thread::id> polled_by;
    const Poll poll = [&](std::size_t) {
        polled_by.push_back(std::this_thread::get_id());
        throw std::runtime_error("interrupted");
    };
    const auto body = [&](std::size_t, std::size_t, std::string&, const auto& stop) {
        ++entered;
        while (!stop()) std::this_thread::yield();
        ++left;
    };
    const auto run = [&] { parallel_chunks<std::string>(10000, threads, poll, body); };
    check(error_of<std::runtime_error>(run) == "interrupted", "what the poll throws reaches the caller");
    check(polled_by == std::vector{std::this_thread::get_id()}, "the caller polls, and not again after a throw");
    check(entered <= threads && entered == left, "no chunk is begun after it, and all threads are joined");
}

void test_parallel() {
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        for (std::size_t first = 0; first <= threads; ++first) check_workers(threads, first);
        for (const std::size_t count : {0, 1, 255, 256, 257, 1024, 5000}) {
            for (const std::size_t bad_item : {0, 700, 4999, 9999}) check_chunks(count, threads, bad_item);
        }
        check_interrupt(threads);
    }
}

}  // namespace

int main() {
    test_parallel();
    return report();
}
