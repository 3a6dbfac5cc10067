// Work shared by threads. Results are written by index, so they do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "parallel/affordable.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// Called on the calling thread, at most every 50 ms; it reports progress and may throw to stop the work.
using Poll = std::function<void(std::size_t done)>;

// Thrown by a worker to leave its work early; what stopped the others is what the caller gets to see.
struct Stopped {};

// Carries the wish to stop from the caller's poll to all threads, and the first error back to the caller.
class Cancellation {
public:
    explicit Cancellation(const Poll& poll) : poll_(poll) {}
    Cancellation(Poll&&) = delete;  // only refers to it

    bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    // For kernels inside one long segment: `true` means give up. Only the caller's thread reaches the poll.
    bool should_stop() {
        if (std::this_thread::get_id() == caller_) look();
        return stopped();
    }

    void advance(std::size_t segments) { done_.fetch_add(segments, std::memory_order_relaxed); }

    void look() {
        const auto now = std::chrono::steady_clock::now();
        if (stopped() || now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        try {
            if (poll_) poll_(done_.load(std::memory_order_relaxed));
        } catch (...) {
            fail();
        }
    }

    void fail() {
        const std::scoped_lock lock(mutex_);
        if (!error_) error_ = std::current_exception();
        stop_.store(true);
    }

    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    const Poll& poll_;
    const std::thread::id caller_ = std::this_thread::get_id();
    std::atomic<bool> stop_{false};
    std::atomic<std::size_t> done_{0};
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::exception_ptr error_;
};

// Runs `work(worker)` on `threads` threads, the caller being worker 0; the first exception is thrown again here.
template <class Work>
void run_threads(std::size_t threads, Cancellation& cancellation, const Work& work) {
    const auto guarded = [&](std::size_t worker) {
        try {
            work(worker);
        } catch (...) {
            cancellation.fail();
        }
    };
    std::mutex mutex;
    std::condition_variable change;
    std::size_t finished = 0;
    std::vector<std::thread> pool;
    pool.reserve(threads);
    std::size_t started = 1;
    try {
        for (const std::size_t affordable = affordable_threads(threads); started < affordable; ++started) {
            pool.emplace_back([&, started] {
                // The thread takes its thread-local data while there is memory: see affordable.hpp.
                static_cast<void>(std::uncaught_exceptions());
                guarded(started);
                const std::scoped_lock lock(mutex);
                ++finished;
                change.notify_one();
            });
        }
    } catch (const std::exception&) {
        // No thread or no memory to be had: the caller does the rest of the workers' share below.
    }
    guarded(0);
    for (std::size_t worker = started; worker < threads; ++worker) guarded(worker);
    // The caller goes on looking out for an interrupt while the slowest worker finishes.
    std::unique_lock lock(mutex);
    while (!change.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished == pool.size(); })) {
        lock.unlock();
        cancellation.look();
        lock.lock();
    }
    lock.unlock();
    for (std::thread& thread : pool) thread.join();
    cancellation.rethrow();
}

// Splits `count` items into small chunks taken from one counter; `body(begin, end, scratch, stop)` fills them in.
template <class Scratch, std::size_t chunk = 256, class Body>
void parallel_chunks(std::size_t count, std::size_t threads, const Poll& poll, const Body& body) {
    Cancellation cancellation(poll);
    std::atomic<std::size_t> next{0};
    threads = std::clamp<std::size_t>(threads, 1, (count + chunk - 1) / chunk + 1);
    run_threads(threads, cancellation, [&](std::size_t) {
        Scratch scratch;
        const Stop stop = [&] { return cancellation.should_stop(); };
        while (!cancellation.stopped()) {
            const std::size_t begin = next.fetch_add(chunk);
            if (begin >= count) break;
            const std::size_t end = std::min(begin + chunk, count);
            body(begin, end, scratch, stop);
            cancellation.advance(end - begin);
            cancellation.should_stop();
        }
    });
}

}  // namespace understudy
