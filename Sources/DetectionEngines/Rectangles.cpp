// Detection of quadrilaterals. Candidates from outlines and from straight lines are accepted if edges run along all
// four sides.

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

#include "Edges.hpp"
#include "Guarded.hpp"

namespace {

struct Candidate {
    Corners corners;
    double score;
};

double cosineAt(const Corners &c, int i) {
    const cv::Point2d a = c[(i + 3) % 4] - c[i], b = c[(i + 1) % 4] - c[i];
    return a.dot(b) / (std::hypot(a.x, a.y) * std::hypot(b.x, b.y) + 1e-9);
}

/// Reduces a convex polygon to four sides. It repeatedly removes the side whose removal adds the least area, and
/// extends the neighbouring sides until they meet. This restores corners that are covered.
bool fourSides(std::vector<cv::Point2d> polygon, Corners &result) {
    while (polygon.size() > 4) {
        const size_t n = polygon.size();
        double least = 1e300;
        size_t chosen = n;
        cv::Point2d corner;
        for (size_t i = 0; i < n; i++) {
            const auto &a = polygon[(i + n - 1) % n], &b = polygon[i], &c = polygon[(i + 1) % n], &d = polygon[(i + 2) % n];
            cv::Point2d p;
            if (!intersect(a, b - a, d, c - d, p)) continue;
            // The intersection must lie beyond both ends of the side, or the neighbouring sides diverge.
            if ((p - b).dot(b - a) < 0 || (p - c).dot(c - d) < 0) continue;
            const double added = std::abs((b.x - p.x) * (c.y - p.y) - (b.y - p.y) * (c.x - p.x)) / 2;
            if (added < least) {
                least = added;
                chosen = i;
                corner = p;
            }
        }
        if (chosen == n) return false;
        polygon[chosen] = corner;
        polygon.erase(polygon.begin() + (chosen + 1) % n);
    }
    if (polygon.size() != 4) return false;
    std::copy(polygon.begin(), polygon.end(), result.begin());
    if (areaOf(result) < 0) std::reverse(result.begin(), result.end());
    return true;
}

class RectangleFinder {
public:
    RectangleFinder(const detection_picture &picture, double smallestSide, bool thorough)
        : edges(pixelsOf(picture)), smallestSide(smallestSide), thorough(thorough) {}

    std::vector<Candidate> find() {
        const std::vector<double> thresholds =
            thorough ? std::vector<double>{48, 96, 192, 384, 640} : std::vector<double>{120, 360};
        for (double threshold : thresholds) fromOutlines(edges.thin(threshold / 2, threshold));
        if (thorough)
            for (double threshold : {100.0, 300.0}) fromLines(edges.thin(threshold / 2, threshold));
        return distinct();
    }

private:
    void fromOutlines(cv::Mat thin) {
        cv::dilate(thin, thin, {});
        std::vector<std::vector<cv::Point>> outlines;
        cv::findContours(thin, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_NONE);
        for (const auto &outline : outlines) {
            const auto box = cv::boundingRect(outline);
            if (box.width < 0.8 * smallestSide || box.height < 0.8 * smallestSide) continue;
            std::vector<cv::Point> hull, polygon;
            cv::convexHull(outline, hull);
            const double length = cv::arcLength(hull, true);
            for (double tolerance : {0.01, 0.03}) {
                cv::approxPolyDP(hull, polygon, tolerance * length, true);
                if (polygon.size() < 4 || polygon.size() > 16) continue;
                std::vector<cv::Point2d> exact;
                for (const auto &point : polygon) exact.emplace_back(point.x + 0.5, point.y + 0.5);
                Corners corners;
                if (fourSides(exact, corners)) consider(corners, 0.7, 0.4);
            }
        }
    }

    /// Tests all quadruples of the picture's strongest straight lines. This finds shapes with interrupted outlines.
    void fromLines(const cv::Mat &thin) {
        std::vector<cv::Vec3f> found;
        const int votes = std::max(20, int(0.7 * smallestSide));
        cv::HoughLines(thin, found, 1, CV_PI / 180, votes, 0, 0, 0, CV_PI);
        std::vector<cv::Vec3f> lines;
        for (const auto &line : found) {
            const bool isNew = std::none_of(lines.begin(), lines.end(), [&](const cv::Vec3f &other) {
                double turn = std::abs(line[1] - other[1]), distance = std::abs(line[0] - other[0]);
                if (turn > CV_PI / 2) {
                    turn = CV_PI - turn;
                    distance = std::abs(line[0] + other[0]);
                }
                return turn < 0.07 && distance < 8;
            });
            if (isNew) lines.push_back(line);
            if (lines.size() == 20) break;
        }
        const int n = int(lines.size());
        // Opposite sides have a smaller angle between them than adjacent ones.
        const auto turn = [&](int i, int j) {
            const double difference = std::abs(lines[i][1] - lines[j][1]);
            return std::min(difference, CV_PI - difference);
        };
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                if (turn(i, j) > 0.6) continue;
                for (int k = i + 1; k < n; k++)
                    for (int l = k + 1; l < n; l++) {
                        if (k == j || l == j || turn(k, l) > 0.6 || turn(i, k) < 0.6 || turn(j, l) < 0.6) continue;
                        Corners corners;
                        if (!cross(lines[i], lines[k], corners[0]) || !cross(lines[k], lines[j], corners[1]) ||
                            !cross(lines[j], lines[l], corners[2]) || !cross(lines[l], lines[i], corners[3]))
                            continue;
                        if (areaOf(corners) < 0) std::reverse(corners.begin(), corners.end());
                        consider(corners, 0.85, 0.55);
                    }
            }
    }

    static bool cross(const cv::Vec3f &a, const cv::Vec3f &b, cv::Point2d &result) {
        const double determinant = std::cos(a[1]) * std::sin(b[1]) - std::sin(a[1]) * std::cos(b[1]);
        if (std::abs(determinant) < 0.3) return false;
        result = {
            (a[0] * std::sin(b[1]) - b[0] * std::sin(a[1])) / determinant + 0.5,
            (b[0] * std::cos(a[1]) - a[0] * std::cos(b[1])) / determinant + 0.5};
        return true;
    }

    bool isPlausible(const Corners &corners) const {
        if (!isConvex(corners)) return false;
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (const auto &corner : corners) {
            left = std::min(left, corner.x), right = std::max(right, corner.x);
            top = std::min(top, corner.y), bottom = std::max(bottom, corner.y);
        }
        if (left < -2 || top < -2 || right > edges.width() + 2 || bottom > edges.height() + 2) return false;
        if (right - left < smallestSide || bottom - top < smallestSide) return false;
        for (int i = 0; i < 4; i++) {
            if (std::abs(cosineAt(corners, i)) > 0.76) return false;  // 40° to 140°
            const cv::Point2d side = corners[(i + 1) % 4] - corners[i];
            if (std::hypot(side.x, side.y) < 0.3 * smallestSide) return false;
        }
        return true;
    }

    void consider(const Corners &rough, double leastMean, double leastSide) {
        if (!isPlausible(rough) || edges.support(rough, 2).mean() < 0.5) return;
        const Corners corners = edges.refined(edges.refined(rough, 3), 1.5);
        if (!isPlausible(corners)) return;
        const auto support = edges.support(corners, 2);
        if (support.mean() < leastMean || support.least() < leastSide) return;
        // Among acceptable candidates, the best one lies closest to its edges.
        const auto close = edges.support(corners, 0.5);
        candidates.push_back({corners, support.mean() * (close.mean() + close.least()) / 2});
    }

    /// Returns one candidate of each group of similar shapes. Of a frame's inner and outer outline it keeps the one of
    /// higher rank.
    std::vector<Candidate> distinct() {
        const auto rank = [](const Candidate &c) { return c.score * std::pow(areaOf(c.corners), 0.25); };
        std::sort(candidates.begin(), candidates.end(), [&](auto &a, auto &b) { return rank(a) > rank(b); });
        std::vector<Candidate> result;
        for (const auto &candidate : candidates) {
            const bool isNew = std::none_of(result.begin(), result.end(), [&](const Candidate &other) {
                return overlap(candidate.corners, other.corners) > 0.6;
            });
            if (isNew) result.push_back(candidate);
        }
        return result;
    }

    /// Returns the area of the intersection of two shapes, divided by that of their union.
    static double overlap(const Corners &a, const Corners &b) {
        const std::vector<cv::Point2f> p(a.begin(), a.end()), q(b.begin(), b.end());
        std::vector<cv::Point2f> shared;
        const double area = cv::intersectConvexConvex(p, q, shared);
        return area / (areaOf(a) + areaOf(b) - area);
    }

    const Edges edges;
    const double smallestSide;
    const bool thorough;
    std::vector<Candidate> candidates;
};

/// Returns the corners, starting with the upper left one. Of the four possible starts it uses the one with the smallest
/// rotation of the shape.
detection_corners clockwiseFromTopLeft(const Candidate &candidate) {
    int first = 0;
    double most = -1e300;
    for (int i = 0; i < 4; i++) {
        const cv::Point2d top = candidate.corners[(i + 1) % 4] - candidate.corners[i];
        const cv::Point2d bottom = candidate.corners[(i + 2) % 4] - candidate.corners[(i + 3) % 4];
        const double upright = (top.x + bottom.x) / (std::hypot(top.x + bottom.x, top.y + bottom.y) + 1e-9);
        if (upright > most) {
            most = upright;
            first = i;
        }
    }
    detection_corners result = {};
    for (int i = 0; i < 4; i++) {
        const auto &corner = candidate.corners[(first + i) % 4];
        result.corners[i] = {corner.x, corner.y};
    }
    result.confidence = candidate.score;
    return result;
}

}  // namespace

detection_status coreimage_detection_find_rectangles(
    detection_picture picture, double smallest_side, int32_t thorough, detection_rectangle_found found, void *context,
    detection_message message) {
    return guarded(message, [&] {
        for (const auto &candidate : RectangleFinder(picture, smallest_side, thorough).find()) {
            const detection_corners rectangle = clockwiseFromTopLeft(candidate);
            found(context, &rectangle);
        }
    });
}
