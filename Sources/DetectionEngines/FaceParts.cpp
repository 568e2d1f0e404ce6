#include "FaceParts.hpp"

#include "EyeMeasurement.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>

namespace {

/// The side of the square to which faces are scaled before their parts are detected, in pixels.
constexpr int faceSide = 160;

/// Returns a region of the scaled face. Coordinates are fractions of its side.
cv::Rect part(double left, double top, double right, double bottom) {
    return {int(left * faceSide), int(top * faceSide), int((right - left) * faceSide), int((bottom - top) * faceSide)};
}

/// Finds the hit of a cascade in a region with the highest confidence. Returns false if there is none.
bool best(
    cv::CascadeClassifier &cascade, const cv::Mat &face, cv::Rect region, double smallest, int neighbours, cv::Rect &result) {
    std::vector<cv::Rect> found;
    std::vector<int> counts;
    const int side = int(smallest * faceSide);
    cascade.detectMultiScale(face(region), found, counts, 1.05, neighbours, 0, {side, side});
    int most = 0;
    for (size_t i = 0; i < found.size(); i++) {
        if (counts[i] <= most) continue;
        most = counts[i];
        result = found[i] + region.tl();
    }
    return most > 0;
}

cv::Point2d middle(cv::Rect rect) { return {rect.x + rect.width / 2.0, rect.y + rect.height / 2.0}; }

/// Finds an eye with cascades, which detect open eyes and many of the closed ones.
bool findEye(detection_faces &faces, const cv::Mat &face, bool isLeft, cv::Point2d &place) {
    const cv::Rect region = isLeft ? part(0.08, 0.15, 0.55, 0.6) : part(0.45, 0.15, 0.92, 0.6);
    // The cascades for open and closed eyes are named from the person's point of view.
    const char *both = isLeft ? "righteye_2splits" : "lefteye_2splits";
    cv::Rect eye;
    if (!best(faces.cascade("eye"), face, region, 0.12, 3, eye) && !best(faces.cascade(both), face, region, 0.12, 3, eye))
        return false;
    place = middle(eye);
    return true;
}

/// Finds the line between the lips: the row of the lower face that is darkest relative to its surroundings.
bool findMouth(const cv::Mat &face, cv::Point2d &place) {
    const cv::Rect region = part(0.3, 0.66, 0.7, 0.93);
    cv::Mat soft, rows, wide;
    cv::GaussianBlur(face, soft, {}, 0.015 * faceSide);
    cv::reduce(soft(region), rows, 1, cv::REDUCE_AVG, CV_32F);
    cv::GaussianBlur(rows, wide, {1, 0}, 0.01, 0.07 * faceSide);
    const cv::Mat darkness = wide - rows;
    double most;
    cv::Point where;
    cv::minMaxLoc(darkness, nullptr, &most, nullptr, &where);
    double contrast = 0;
    cv::Mat mean, deviation;
    cv::meanStdDev(face, mean, deviation);
    contrast = deviation.at<double>(0);
    if (most < 0.08 * contrast) return false;
    const int row = region.y + where.y;
    // The line's centre, weighted by the darkness of the columns in that row.
    double weights = 0, sum = 0;
    const double level = rows.at<float>(where.y);
    for (int x = region.x; x < region.x + region.width; x++) {
        const double weight = std::max(0.0, level + 0.25 * contrast - soft.at<uchar>(row, x));
        weights += weight;
        sum += weight * (x + 0.5);
    }
    place = {weights > 0 ? sum / weights : faceSide / 2.0, row + 0.5};
    return true;
}

/// Returns whether the cascade has many hits in the lower face. It has a few hits for any mouth.
bool smiles(detection_faces &faces, const cv::Mat &face) {
    // Among the tested values, these distinguished smiles from other mouths best.
    constexpr int side = 120, leastHits = 46;
    cv::Mat small;
    cv::resize(face, small, {side, side}, 0, 0, cv::INTER_AREA);
    std::vector<cv::Rect> found;
    std::vector<int> counts;
    const cv::Rect region(side / 10, side * 11 / 20, side * 8 / 10, side * 9 / 20);
    faces.cascade("smile").detectMultiScale(
        small(region), found, counts, 1.1, 1, 0, {side * 35 / 100, side * 35 / 200});
    return std::any_of(counts.begin(), counts.end(), [&](int count) { return count >= leastHits; });
}

}  // namespace

FaceParts findParts(
    detection_faces &faces, const cv::Mat &gray, cv::Rect square, bool looksForBlinks, bool looksForSmiles) {
    FaceParts result;
    const cv::Rect inside = square & cv::Rect(0, 0, gray.cols, gray.rows);
    if (inside.area() < 0.6 * square.area()) return result;
    cv::Mat whole, face;
    cv::copyMakeBorder(
        gray(inside), whole, inside.y - square.y, square.br().y - inside.br().y, inside.x - square.x,
        square.br().x - inside.br().x, cv::BORDER_REPLICATE);
    cv::resize(whole, face, {faceSide, faceSide}, 0, 0, square.width > faceSide ? cv::INTER_AREA : cv::INTER_CUBIC);
    const cv::Mat plain = face.clone();
    cv::equalizeHist(face, face);

    cv::Point2d left, right, mouth;
    result.hasLeftEye = findEye(faces, face, true, left);
    result.hasRightEye = findEye(faces, face, false, right);
    // The two eyes are the same one, or their heights are too different for a pair. Keep the one at the more plausible
    // height.
    const cv::Point2d apart = right - left;
    if (result.hasLeftEye && result.hasRightEye && (apart.x < 0.2 * faceSide || std::abs(apart.y) > 0.5 * apart.x)) {
        const double height = 0.39 * faceSide;
        (std::abs(left.y - height) > std::abs(right.y - height) ? result.hasLeftEye : result.hasRightEye) = false;
    }
    result.cascadeEyeCount = result.hasLeftEye + result.hasRightEye;
    if (looksForBlinks) {
        const auto look = [&](bool isLeft, bool &isThere, cv::Point2d &eye) {
            if (isThere) return measureEye(plain, eye).isClosed();
            return isThere = findClosedEye(plain, isLeft, eye);
        };
        result.leftEyeClosed = look(true, result.hasLeftEye, left);
        result.rightEyeClosed = look(false, result.hasRightEye, right);
    }
    const auto inPicture = [&](cv::Point2d place) {
        return cv::Point2d(square.x + place.x * square.width / faceSide, square.y + place.y * square.height / faceSide);
    };
    if (result.hasLeftEye) result.leftEye = inPicture(left);
    if (result.hasRightEye) result.rightEye = inPicture(right);
    if ((result.hasMouth = findMouth(face, mouth))) result.mouth = inPicture(mouth);
    if (looksForSmiles) result.smiles = smiles(faces, face);
    return result;
}
