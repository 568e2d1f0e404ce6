#include "TextLines.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

/// Returns whether two parts can be adjacent characters.
bool areNeighbours(const Glyph &a, const Glyph &b) {
    const double low = std::min(a.box.height, b.box.height), high = std::max(a.box.height, b.box.height);
    if (high > 2.6 * low) return false;
    const double gap = std::max(a.box.x, b.box.x) - std::min(a.box.br().x, b.box.br().x);
    if (gap > 1.3 * high || gap < -0.3 * high) return false;
    const double shared = std::min(a.box.br().y, b.box.br().y) - std::max(a.box.y, b.box.y);
    if (shared < 0.5 * low) return false;
    // Each edge of a stroke is measured to half a pixel, which is much of the width of a thin one.
    const bool haveSimilarStrokes = std::max(a.stroke, b.stroke) < 1.9 * std::min(a.stroke, b.stroke) ||
        std::abs(a.stroke - b.stroke) < 1.5;
    const double contrast = std::min(std::abs(a.ink - a.paper), std::abs(b.ink - b.paper));
    return haveSimilarStrokes && std::abs(a.ink - b.ink) < std::max(20.0, 0.45 * contrast) &&
        std::abs(a.paper - b.paper) < std::max(20.0, 0.5 * contrast);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

/// Fits the baseline, and returns whether the characters look like a row of text.
bool judge(TextLine &line) {
    auto &glyphs = line.glyphs;
    std::sort(glyphs.begin(), glyphs.end(), [](auto &a, auto &b) { return a.center.x < b.center.x; });
    std::vector<double> heights;
    for (const auto &glyph : glyphs) heights.push_back(glyph.box.height);
    const double height = median(heights);

    // The median slope of all pairs, which isn't affected by letters with descenders.
    std::vector<double> slopes;
    for (size_t i = 0; i < glyphs.size(); i++)
        for (size_t j = i + 1; j < glyphs.size(); j++) {
            const double run = glyphs[j].center.x - glyphs[i].center.x;
            if (run > 0.8 * height) slopes.push_back((glyphs[j].box.br().y - glyphs[i].box.br().y) / run);
        }
    if (slopes.empty()) return false;
    line.slope = median(slopes);
    std::vector<double> feet;
    for (const auto &glyph : glyphs) feet.push_back(glyph.box.br().y - line.slope * glyph.center.x);
    const double foot = median(feet);
    int standing = 0;
    for (double f : feet) standing += std::abs(f - foot) < std::max(1.5, 0.15 * height);
    double strokes = 0, squares = 0;
    for (const auto &glyph : glyphs) {
        strokes += glyph.stroke;
        squares += glyph.stroke * glyph.stroke;
    }
    const double mean = strokes / glyphs.size();
    const double spread = std::sqrt(std::max(0.0, squares / glyphs.size() - mean * mean)) / mean;
    const double width = glyphs.back().box.br().x - glyphs.front().box.x;
    const double share = double(standing) / glyphs.size();
    if (share < 0.55 || spread > 0.4 || width < 1.4 * height || std::abs(line.slope) > 0.6) return false;
    line.confidence = share * (1 - spread) * (1 - 1.0 / glyphs.size());
    // Three or four specks are more often in a row by chance, so the limit is higher.
    return line.confidence >= (glyphs.size() < 5 ? 0.62 : 0.52);
}

/// Returns whether the line's box contains only tones of the strokes, of the background, and between them.
///
/// Pixels count as foreign if they are darker or lighter than both tones. Pixels in the tone of the strokes are limited
/// outside of the characters' boxes.
bool isPlain(const TextLine &line, const cv::Mat &gray) {
    cv::Rect bounds = line.glyphs[0].box;
    std::vector<double> inks, papers;
    for (const auto &glyph : line.glyphs) {
        bounds |= glyph.box;
        inks.push_back(glyph.ink);
        papers.push_back(glyph.paper);
    }
    const double ink = median(inks), paper = median(papers), contrast = paper - ink;
    cv::Mat outside(bounds.size(), CV_8U, cv::Scalar(255));
    for (const auto &glyph : line.glyphs)
        cv::rectangle(outside, glyph.box - bounds.tl(), 0, cv::FILLED);
    int strange = 0, between = 0, inkBetween = 0;
    for (int y = 0; y < bounds.height; y++) {
        const uchar *row = gray.ptr(bounds.y + y) + bounds.x, *mask = outside.ptr(y);
        // For a sloping line the corners of the box contain other parts of the picture, so only the first test applies.
        for (int x = 0; x < bounds.width; x++) {
            const double level = (row[x] - ink) / contrast;
            // The mean tone of thin strokes is lighter than their ink, by up to three eighths of the paper's distance
            // from it. Textures have darker pixels.
            strange += level < -0.6 || level > 1.5;
            if (!mask[x]) continue;
            between++;
            inkBetween += level < 0.5;
        }
    }
    return strange < 0.08 * bounds.area() && (std::abs(line.slope) > 0.1 || inkBetween < 0.2 * between + 4);
}

}  // namespace

std::vector<TextLine> findLines(const std::vector<Glyph> &glyphs, const cv::Mat &gray) {
    std::vector<int> order(glyphs.size()), group(glyphs.size());
    std::iota(order.begin(), order.end(), 0);
    std::iota(group.begin(), group.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return glyphs[a].box.x < glyphs[b].box.x; });
    const auto root = [&](int i) {
        while (group[i] != i) i = group[i] = group[group[i]];
        return i;
    };
    for (size_t i = 0; i < order.size(); i++) {
        const auto &glyph = glyphs[order[i]];
        for (size_t j = i + 1; j < order.size(); j++) {
            const auto &other = glyphs[order[j]];
            // A neighbour is at most 2.6 times as high, and its distance is at most 1.3 times its height.
            if (other.box.x - glyph.box.br().x > 3.4 * glyph.box.height) break;
            if (areNeighbours(glyph, other)) group[root(order[j])] = root(order[i]);
        }
    }
    std::vector<std::vector<Glyph>> members(glyphs.size());
    for (size_t i = 0; i < glyphs.size(); i++) members[root(int(i))].push_back(glyphs[i]);
    std::vector<TextLine> result;
    for (auto &row : members) {
        if (row.size() < 3) continue;
        TextLine line;
        line.glyphs = std::move(row);
        if (judge(line) && isPlain(line, gray)) result.push_back(line);
    }
    return result;
}
