// The normalizer of English and the segmenter on their own, run under the sanitizers.
#include <algorithm>
#include <array>
#include <random>

#include "checks.hpp"
#include "edit/segmenter.hpp"
#include "english_sample.hpp"

using namespace understudy;

namespace {

void check_text(const EnglishNormalizer& normalizer, View text, const std::optional<std::string>& expected) {
    const Exact exact(text);
    EnglishNormalizer::Scratch scratch;
    check(normalizer(exact.view(), scratch) == expected, "a text is normalized", text);
}

void check_english() {
    const EnglishNormalizer normalizer = english_sample();
    check_text(normalizer, "", "");
    check_text(normalizer, "Um, Mr. Cat [noise] won't (ever) go", "mister cat will not go");
    check_text(normalizer, "it's gotta be colour", "it has got to be color");
    check_text(normalizer, "twenty two hundred and one dollars and two cents", "$2201.02");
    check_text(normalizer, "1,000 minus two point 5 million", "1000 -2500000");
    check_text(normalizer, "double oh one 10 th b52 twenty third", "001 10th b 5223rd");
    check_text(normalizer, "$0.05 two per cent 1 1s %% . $", "$0.052% one ones % $");
    check_text(normalizer, "two and a half", std::nullopt);
    check_text(normalizer, "two decillion", std::nullopt);
    check_text(normalizer, "\xE6\x97\xA5", std::nullopt);
    check_text(normalizer, "1234567890123456789012", std::nullopt);
}

std::size_t distance(Ids a, Ids b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t up = row[j];
            row[j] = std::min({up + 1, row[j - 1] + 1, diagonal + (a[i] != b[j - 1])});
            diagonal = up;
        }
    }
    return row[b.size()];
}

struct Task {
    std::vector<Id> text;
    std::vector<std::uint8_t> may_cut;
    TokenIds references;
    std::vector<std::int64_t> starts{0};

    std::size_t errors(std::size_t segment, std::size_t begin, std::size_t end) const {
        std::size_t least = SIZE_MAX;
        for (auto i = starts[segment]; i < starts[segment + 1]; ++i) {
            const Ids reference = segment_of(references, static_cast<std::size_t>(i));
            least = std::min(least, distance(Ids(text).subspan(begin, end - begin), reference));
        }
        return least;
    }

    // By trying every cut.
    std::size_t least_errors(std::size_t segment, std::size_t begin) const {
        const bool last = segment + 2 == starts.size();
        std::size_t least = SIZE_MAX;
        for (std::size_t end = last ? text.size() : begin; end <= text.size(); ++end) {
            if (!may_cut[end] && end != begin && end != text.size()) continue;
            const std::size_t rest = last ? 0 : least_errors(segment + 1, end);
            least = std::min(least, errors(segment, begin, end) + rest);
        }
        return least;
    }
};

Task made_task(std::mt19937& random) {
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    Task task;
    for (unsigned i = below(9); i > 0; --i) task.text.push_back(below(3));
    for (std::size_t j = 0; j <= task.text.size(); ++j) task.may_cut.push_back(below(4) != 0);
    task.may_cut.front() = task.may_cut.back() = 1;
    for (unsigned segments = 1 + below(4); segments > 0; --segments) {
        for (unsigned references = 1 + below(2); references > 0; --references) {
            for (unsigned i = below(4); i > 0; --i) task.references.ids.push_back(below(3));
            task.references.offsets.push_back(task.references.ids.size());
        }
        task.starts.push_back(static_cast<std::int64_t>(task.references.segments()));
    }
    return task;
}

void check_segmenter() {
    std::mt19937 random(7);
    const Stop never = [] { return false; };
    for (int i = 0; i < 300; ++i) {
        const Task task = made_task(random);
        const auto ends = Segmenter(task.text, task.may_cut, task.references, task.starts, never).ends();
        std::size_t begin = 0, errors = 0;
        bool allowed = ends.size() == task.starts.size() - 1 && ends.back() == task.text.size();
        for (std::size_t segment = 0; segment < ends.size(); ++segment) {
            allowed = allowed && ends[segment] >= begin && task.may_cut[ends[segment]];
            errors += task.errors(segment, begin, ends[segment]);
            begin = ends[segment];
        }
        check(allowed, "cuts are in order, where they may be");
        check(errors == task.least_errors(0, 0), "no cut has fewer errors");
    }
}

}  // namespace

int main() {
    check_english();
    check_segmenter();
    return report();
}
