#include "EyeMeasurement.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace {

/// Returns the part of a square face around a point. The reaches are fractions of the face's side.
cv::Mat around(const cv::Mat &face, cv::Point2d place, double reachAcross, double reachDown, cv::Rect &region) {
    const int side = face.cols;
    region = cv::Rect(
                 cv::Point(cvRound(place.x - reachAcross * side), cvRound(place.y - reachDown * side)),
                 cv::Point(cvRound(place.x + reachAcross * side) + 1, cvRound(place.y + reachDown * side) + 1)) &
        cv::Rect(0, 0, side, side);
    return face(region);
}

/// Returns the value below which the given fraction of the pixels lies.
double quantile(const cv::Mat &pixels, double part) {
    std::vector<float> values(pixels.begin<float>(), pixels.end<float>());
    const auto place = values.begin() + size_t(part * (values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Returns the length of the longest run of pixels below a level in a column.
double longestRun(const cv::Mat &pixels, int column, double level) {
    int longest = 0, run = 0;
    for (int y = 0; y < pixels.rows; y++) {
        run = pixels.at<float>(y, column) < level ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// Finds the lowest dark line across a part of the face. The lowest one is chosen because brows lie above the eyes and
/// are equally dark. Returns false if nothing is dark.
bool lowestLine(const cv::Mat &face, cv::Point2d middle, double reachDown, cv::Point2d &place) {
    const int side = face.cols;
    cv::Rect region;
    const cv::Mat part = around(face, middle, 0.07, reachDown, region);
    if (part.rows < 4 || part.cols < 4) return false;
    cv::Mat rows, wide;
    cv::reduce(part, rows, 1, cv::REDUCE_AVG, CV_32F);
    cv::GaussianBlur(rows, rows, {1, 0}, 0.01, 0.008 * side);
    cv::GaussianBlur(rows, wide, {1, 0}, 0.01, 0.04 * side);
    const cv::Mat darkness = wide - rows;
    double most;
    cv::minMaxLoc(darkness, nullptr, &most);
    for (int y = darkness.rows - 2; y > 0; y--) {
        const float here = darkness.at<float>(y);
        if (here < 0.5 * most || here < darkness.at<float>(y - 1) || here < darkness.at<float>(y + 1)) continue;
        // The line's centre, weighted by the darkness of the columns in its row.
        const double level = rows.at<float>(y) + here;
        double weights = 0, sum = 0;
        for (int x = 0; x < part.cols; x++) {
            const double weight = std::max(0.0, level - part.at<uchar>(y, x));
            weights += weight;
            sum += weight * (x + 0.5);
        }
        place = {region.x + (weights > 0 ? sum / weights : part.cols / 2.0), region.y + y + 0.5};
        return true;
    }
    return false;
}

/// Measures the appearance at a point of a square face.
EyeMeasurement measureEyeAt(const cv::Mat &face, cv::Point2d eye) {
    // Finer than the face's pixels, so that heights are accurate enough to distinguish closed from open eyes.
    constexpr int fineness = 3;
    cv::Rect region;
    // Small enough to exclude the brow.
    const cv::Mat part = around(face, eye, 0.1, 0.055, region);
    if (part.rows < 4 || part.cols < 4) return {1, 0};
    cv::Mat fine;
    part.convertTo(fine, CV_32F);
    cv::resize(fine, fine, {}, fineness, fineness, cv::INTER_CUBIC);
    cv::GaussianBlur(fine, fine, {}, 0.006 * face.cols * fineness);
    double darkest;
    cv::minMaxLoc(fine, &darkest);
    const double contrast = quantile(fine, 0.85) - darkest;
    std::vector<double> runs;
    for (int x = 0; x < fine.cols; x++) runs.push_back(longestRun(fine, x, darkest + 0.45 * contrast));
    // The highest columns belong to the iris, if it is visible.
    const size_t count = std::min(runs.size(), std::max<size_t>(1, size_t(0.04 * face.cols * fineness)));
    std::partial_sort(runs.begin(), runs.begin() + count, runs.end(), std::greater<>());
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += runs[i];
    return {sum / count / fineness / face.cols, contrast};
}

}  // namespace

EyeMeasurement measureEye(const cv::Mat &face, cv::Point2d &eye) {
    cv::Point2d line;
    if (!lowestLine(face, eye, 0.08, line)) return {1, 0};
    const EyeMeasurement result = measureEyeAt(face, line);
    if (result.isClosed()) eye = line;
    return result;
}

bool findClosedEye(const cv::Mat &face, bool isLeft, cv::Point2d &place) {
    const cv::Point2d expected((isLeft ? 0.32 : 0.68) * face.cols, 0.4 * face.cols);
    return lowestLine(face, expected, 0.1, place) && measureEyeAt(face, place).isClosed();
}
