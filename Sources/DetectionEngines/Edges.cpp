#include "Edges.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

/// The minimum gradient of an edge. It is a sum of Sobel's weights, so 40 corresponds to a step of about 10 of 255.
constexpr double faintest = 40;

}  // namespace

bool intersect(cv::Point2d p, cv::Point2d d, cv::Point2d q, cv::Point2d e, cv::Point2d &result) {
    const double cross = d.x * e.y - d.y * e.x;
    if (std::abs(cross) < 1e-6) return false;
    const double t = ((q.x - p.x) * e.y - (q.y - p.y) * e.x) / cross;
    result = p + t * d;
    return std::isfinite(result.x) && std::isfinite(result.y);
}

Edges::Edges(const cv::Mat &rgba) {
    cv::Mat soft;
    cv::GaussianBlur(rgba, soft, {5, 5}, 1);
    std::vector<cv::Mat> channels;
    cv::split(soft, channels);
    for (int i = 0; i < 3; i++) {
        cv::Mat x, y;
        cv::Sobel(channels[i], x, CV_16S, 1, 0);
        cv::Sobel(channels[i], y, CV_16S, 0, 1);
        if (i == 0) {
            across = x;
            down = y;
            continue;
        }
        for (int row = 0; row < x.rows; row++) {
            auto *a = across.ptr<short>(row), *d = down.ptr<short>(row);
            const auto *nx = x.ptr<short>(row), *ny = y.ptr<short>(row);
            for (int column = 0; column < x.cols; column++) {
                const int old = a[column] * a[column] + d[column] * d[column];
                if (nx[column] * nx[column] + ny[column] * ny[column] > old) {
                    a[column] = nx[column];
                    d[column] = ny[column];
                }
            }
        }
    }
}

cv::Mat Edges::thin(double low, double high) const {
    cv::Mat result;
    cv::Canny(across, down, result, low, high, true);
    return result;
}

std::vector<Edges::EdgePoint> Edges::alongSide(cv::Point2d from, cv::Point2d to, double reach) const {
    const cv::Point2d along = to - from;
    const double length = std::hypot(along.x, along.y);
    std::vector<EdgePoint> result;
    if (length < 4) return result;
    // With clockwise corners and y downwards, the inside is on the right in the direction of the side.
    const cv::Point2d inwards(-along.y / length, along.x / length);
    const int count = std::clamp(int(length / 2), 12, 96);
    for (int i = 0; i < count; i++) {
        // The ends of a side are omitted, because corners are often rounded.
        const double t = 0.04 + 0.92 * (i + 0.5) / count;
        EdgePoint best = {from + t * along, 0};
        for (double offset = -reach; offset <= reach; offset += 0.5) {
            const cv::Point2d place = from + t * along + offset * inwards;
            const int column = int(std::floor(place.x)), row = int(std::floor(place.y));
            if (column < 0 || row < 0 || column >= width() || row >= height()) continue;
            const double x = across.at<short>(row, column), y = down.at<short>(row, column);
            const double steepness = std::hypot(x, y);
            const double slope = x * inwards.x + y * inwards.y;
            if (steepness < faintest || std::abs(slope) < 0.9 * steepness) continue;
            if (std::abs(slope) > std::abs(best.slope)) best = {place, slope};
        }
        result.push_back(best);
    }
    return result;
}

Edges::Support Edges::support(const Corners &corners, double reach) const {
    Support result;
    for (int i = 0; i < 4; i++) {
        const auto points = alongSide(corners[i], corners[(i + 1) % 4], reach);
        int brighter = 0, darker = 0;
        for (const auto &point : points) {
            if (point.slope > 0) brighter++;
            if (point.slope < 0) darker++;
        }
        result.sides[i] = points.empty() ? 0 : double(std::max(brighter, darker)) / points.size();
    }
    return result;
}

Corners Edges::refined(const Corners &corners, double reach) const {
    std::array<cv::Vec4d, 4> lines;
    for (int i = 0; i < 4; i++) {
        std::vector<cv::Point2f> places;
        for (const auto &point : alongSide(corners[i], corners[(i + 1) % 4], reach))
            if (point.slope != 0) places.push_back(point.place);
        if (places.size() < 6) return corners;
        cv::Vec4f line;
        cv::fitLine(places, line, cv::DIST_HUBER, 0, 0.01, 0.01);
        lines[i] = line;
    }
    Corners result;
    for (int i = 0; i < 4; i++) {
        const auto &before = lines[(i + 3) % 4], &after = lines[i];
        if (!intersect({before[2], before[3]}, {before[0], before[1]}, {after[2], after[3]}, {after[0], after[1]}, result[i]))
            return corners;
        const cv::Point2d moved = result[i] - corners[i];
        if (std::hypot(moved.x, moved.y) > 4 * reach) return corners;
    }
    return isConvex(result) ? result : corners;
}

bool isConvex(const Corners &corners) {
    for (int i = 0; i < 4; i++) {
        const cv::Point2d a = corners[(i + 1) % 4] - corners[i], b = corners[(i + 2) % 4] - corners[(i + 1) % 4];
        if (a.x * b.y - a.y * b.x <= 0) return false;
    }
    return true;
}

double areaOf(const Corners &corners) {
    double twice = 0;
    for (int i = 0; i < 4; i++) {
        const auto &p = corners[i], &q = corners[(i + 1) % 4];
        twice += p.x * q.y - p.y * q.x;
    }
    return twice / 2;
}
