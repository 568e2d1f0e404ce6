// Detection of text: rows of parts that look like characters, dark on light or light on dark.

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

#include "Guarded.hpp"
#include "TextLines.hpp"

namespace {

/// The height of the lowest letters, relative to that of the highest.
constexpr double lowercase = 0.55;

/// Returns a box around characters, rotated like the line.
detection_corners boxAround(const Glyph *glyphs, size_t count, double slope) {
    const double length = std::hypot(1, slope), c = 1 / length, s = slope / length;
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (size_t i = 0; i < count; i++) {
        const auto &box = glyphs[i].box;
        // The box is computed from the characters' centres and sizes, because the corners of their upright boxes extend
        // beyond a rotated box.
        const cv::Point2d middle = glyphs[i].center;
        const double across = middle.x * c + middle.y * s, down = middle.y * c - middle.x * s;
        left = std::min(left, across - box.width / 2.0), right = std::max(right, across + box.width / 2.0);
        top = std::min(top, down - box.height / 2.0), bottom = std::max(bottom, down + box.height / 2.0);
    }
    const auto corner = [&](double across, double down) -> detection_point {
        return {across * c - down * s, across * s + down * c};
    };
    return {{corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)}, 1};
}

/// Adds the glyphs that aren't in the list yet. A larger window finds many glyphs again that a smaller one has found.
void addNew(const std::vector<Glyph> &more, std::vector<Glyph> &glyphs) {
    const size_t count = glyphs.size();
    std::sort(glyphs.begin(), glyphs.end(), [](auto &a, auto &b) { return a.box.x < b.box.x; });
    for (const auto &glyph : more) {
        bool isNew = true;
        for (size_t i = 0; i < count && glyphs[i].box.x < glyph.box.br().x && isNew; i++)
            isNew = 2 * (glyphs[i].box & glyph.box).area() < std::min(glyphs[i].box.area(), glyph.box.area());
        if (isNew) glyphs.push_back(glyph);
    }
}

cv::Rect boundsOf(const TextLine &line) {
    cv::Rect bounds = line.glyphs[0].box;
    for (const auto &glyph : line.glyphs) bounds |= glyph.box;
    return bounds;
}

/// Removes lines that overlap others of higher rank. The counters of letters and the gaps between letters can also look
/// like a row of text.
std::vector<TextLine> distinct(std::vector<TextLine> lines) {
    const auto rank = [](const TextLine &line) { return line.confidence * std::sqrt(double(line.glyphs.size())); };
    std::sort(lines.begin(), lines.end(), [&](auto &a, auto &b) { return rank(a) > rank(b); });
    std::vector<TextLine> result;
    for (const auto &line : lines) {
        const cv::Rect bounds = boundsOf(line);
        const bool isNew = std::none_of(result.begin(), result.end(), [&](const TextLine &other) {
            const cv::Rect rest = boundsOf(other);
            return (bounds & rest).area() > 0.4 * std::min(bounds.area(), rest.area());
        });
        if (isNew) result.push_back(line);
    }
    std::sort(result.begin(), result.end(), [](auto &a, auto &b) { return boundsOf(a).y < boundsOf(b).y; });
    return result;
}

}  // namespace

detection_status coreimage_detection_find_text(
    detection_picture picture, double smallest_height, int32_t thorough, detection_text_found found, void *context,
    detection_message message) {
    return guarded(message, [&] {
        const cv::Mat gray = grayOf(picture);
        std::vector<TextLine> lines;
        const std::vector<int> windows = thorough ? std::vector<int>{17, 41, 101, 241} : std::vector<int>{25, 81};
        for (bool dark : {true, false}) {
            std::vector<Glyph> glyphs;
            for (int window : windows)
                if (window < 2 * std::min(gray.cols, gray.rows))
                    addNew(findGlyphs(gray, dark, window, lowercase * smallest_height), glyphs);
            for (auto &line : findLines(glyphs, gray)) {
                const bool isHigh = std::any_of(line.glyphs.begin(), line.glyphs.end(), [&](const Glyph &glyph) {
                    return glyph.box.height >= smallest_height;
                });
                if (isHigh) lines.push_back(std::move(line));
            }
        }
        for (const auto &line : distinct(std::move(lines))) {
            std::vector<detection_corners> characters;
            for (const auto &glyph : line.glyphs) characters.push_back(boxAround(&glyph, 1, line.slope));
            detection_text text = {};
            text.line = boxAround(line.glyphs.data(), line.glyphs.size(), line.slope);
            text.line.confidence = line.confidence;
            text.characters = characters.data();
            text.character_count = characters.size();
            found(context, &text);
        }
    });
}
