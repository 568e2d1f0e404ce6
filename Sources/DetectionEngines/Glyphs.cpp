#include "Glyphs.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

/// The minimum contrast of characters, 0 to 255.
constexpr double leastContrast = 24;

/// Computes the mean and standard deviation of the stroke width of a part, from the distances of the strokes' centre
/// lines to their edges.
bool measureStrokes(const cv::Mat &labels, int label, cv::Rect box, double &mean, double &spread) {
    cv::Mat part = (labels(box) == label), padded, distances;
    cv::copyMakeBorder(part, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
    cv::distanceTransform(padded, distances, cv::DIST_L2, 3);
    double sum = 0, squares = 0;
    int count = 0;
    for (int y = 1; y < distances.rows - 1; y++)
        for (int x = 1; x < distances.cols - 1; x++) {
            const float d = distances.at<float>(y, x);
            if (d == 0) continue;
            const bool isAcross = d >= distances.at<float>(y, x - 1) && d >= distances.at<float>(y, x + 1);
            const bool isDown = d >= distances.at<float>(y - 1, x) && d >= distances.at<float>(y + 1, x);
            if (!isAcross && !isDown) continue;
            if ((isAcross && isDown) || d > 1) {
                sum += d;
                squares += d * d;
                count++;
            }
        }
    if (count == 0) return false;
    mean = sum / count;
    spread = std::sqrt(std::max(0.0, squares / count - mean * mean));
    mean = 2 * mean - 1;
    return true;
}

}  // namespace

std::vector<Glyph> findGlyphs(const cv::Mat &gray, bool dark, int window, double smallestHeight) {
    cv::Mat binary, labels, stats, centers;
    cv::adaptiveThreshold(
        gray, binary, 255, cv::ADAPTIVE_THRESH_MEAN_C, dark ? cv::THRESH_BINARY_INV : cv::THRESH_BINARY, window | 1,
        dark ? 12 : -12);
    const int count = cv::connectedComponentsWithStats(binary, labels, stats, centers, 8, CV_32S);
    std::vector<Glyph> result;
    for (int label = 1; label < count; label++) {
        const int *s = stats.ptr<int>(label);
        const cv::Rect box(s[cv::CC_STAT_LEFT], s[cv::CC_STAT_TOP], s[cv::CC_STAT_WIDTH], s[cv::CC_STAT_HEIGHT]);
        const int area = s[cv::CC_STAT_AREA];
        if (box.height < smallestHeight || box.height > 1.6 * window || area < 10) continue;
        const double ratio = double(box.width) / box.height, fill = double(area) / box.area();
        // Among filled rectangles, only narrow upright ones can be letters.
        if (ratio < 0.06 || ratio > 3 || fill < 0.1 || (fill > 0.95 && ratio > 0.45)) continue;
        // A part that is cut off by the picture's edge can't be judged.
        if (box.x == 0 || box.y == 0 || box.br().x == gray.cols || box.br().y == gray.rows) continue;
        Glyph glyph;
        double spread;
        if (!measureStrokes(labels, label, box, glyph.stroke, spread)) continue;
        if (spread > 0.55 * glyph.stroke || glyph.stroke > 0.65 * std::max(box.width, box.height)) continue;

        const cv::Rect around = cv::Rect(box.x - 2, box.y - 2, box.width + 4, box.height + 4) &
            cv::Rect(0, 0, gray.cols, gray.rows);
        cv::Mat part = (labels(around) == label), edge, near;
        // Edge pixels have intermediate tones, so they are excluded.
        cv::dilate(part, edge, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
        cv::dilate(part, near, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
        glyph.ink = cv::mean(gray(around), part)[0];
        cv::Mat mean, deviation;
        cv::meanStdDev(gray(around), mean, deviation, near & ~edge);
        glyph.paper = mean.at<double>(0);
        const double contrast = dark ? glyph.paper - glyph.ink : glyph.ink - glyph.paper;
        // The background of characters is uniform, whereas a part of a texture is surrounded by more of the texture.
        if (contrast < leastContrast || deviation.at<double>(0) > 0.3 * contrast) continue;
        glyph.box = box;
        glyph.center = {box.x + box.width / 2.0, box.y + box.height / 2.0};
        result.push_back(glyph);
    }
    return result;
}
