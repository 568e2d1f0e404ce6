// Face detection with OpenCV's cascades. A hit of the first cascade counts if there are many hits beside each other, or
// if a second cascade or the eyes confirm it.

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "FaceParts.hpp"

namespace {

struct Face {
    cv::Point2d center;
    double side;
    double angle;
    double confidence;
    FaceParts parts;
};

/// A copy of the picture that is rotated so that faces at `angle` are upright, with the inverse transform.
struct TurnedPicture {
    cv::Mat gray;
    cv::Matx23d back;
    double angle;

    TurnedPicture(const cv::Mat &upright, double angle) : angle(angle) {
        if (angle == 0) {
            gray = upright;
            back = {1, 0, 0, 0, 1, 0};
            return;
        }
        const double radians = angle * CV_PI / 180, c = std::abs(std::cos(radians)), s = std::abs(std::sin(radians));
        const double width = upright.cols * c + upright.rows * s, height = upright.cols * s + upright.rows * c;
        const cv::Point2f middle((upright.cols - 1) / 2.f, (upright.rows - 1) / 2.f);
        // A positive angle is counter-clockwise, so a face at `angle` is rotated by `-angle`.
        cv::Matx23d there = cv::getRotationMatrix2D(middle, -angle, 1);
        there(0, 2) += (width - upright.cols) / 2;
        there(1, 2) += (height - upright.rows) / 2;
        cv::warpAffine(
            upright, gray, there, {int(std::ceil(width)), int(std::ceil(height))}, cv::INTER_LINEAR,
            cv::BORDER_CONSTANT, cv::mean(upright));
        cv::invertAffineTransform(there, back);
    }

    /// Returns the position in the original picture for a position in the rotated copy.
    cv::Point2d original(cv::Point2d p) const {
        return {
            back(0, 0) * p.x + back(0, 1) * p.y + back(0, 2), back(1, 0) * p.x + back(1, 1) * p.y + back(1, 2)};
    }
};

/// Returns the picture with its contrast stretched, so that 1 % of the pixels are at each end of the range. Cascades
/// ignore areas of very low contrast.
cv::Mat withFullRange(const cv::Mat &gray) {
    std::array<double, 256> counts = {};
    for (int y = 0; y < gray.rows; y++)
        for (int x = 0; x < gray.cols; x++) counts[gray.at<uchar>(y, x)]++;
    const double part = 0.01 * double(gray.total());
    int darkest = 0, lightest = 255;
    for (double sum = counts[0]; sum < part && darkest < 255; sum += counts[darkest]) darkest++;
    for (double sum = counts[255]; sum < part && lightest > 0; sum += counts[lightest]) lightest--;
    if (darkest >= lightest) return gray;
    cv::Mat result;
    const double gain = 255.0 / (lightest - darkest);
    gray.convertTo(result, CV_8U, gain, -gain * darkest);
    return result;
}

class FaceFinder {
public:
    FaceFinder(detection_faces &faces, const detection_face_settings &settings) : faces(faces), settings(settings) {}

    std::vector<Face> find(const cv::Mat &gray) {
        const cv::Mat full = withFullRange(gray);
        for (int i = 0; i < settings.angle_count; i++) {
            const TurnedPicture picture(full, settings.angles[i]);
            look(picture, "frontalface_alt2", false);
            if (settings.thorough) {
                // This cascade finds some partly covered faces that the first one misses.
                look(picture, "frontalface_alt", false);
                // Tilted faces in profile are rare, and searching for them would double the cost.
                if (settings.angles[i] != 0) continue;
                look(picture, "profileface", false);
                look(picture, "profileface", true);
            }
        }
        return distinct();
    }

private:
    void look(const TurnedPicture &picture, const std::string &cascade, bool mirrored) {
        const bool isProfile = cascade == "profileface";
        cv::Mat gray;
        // Flipped into new memory. Copies of a cv::Mat share their pixels, so flipping in place would change
        // `picture.gray`.
        if (mirrored) cv::flip(picture.gray, gray, 1);
        else gray = picture.gray;
        const int least = std::max(20, int(settings.smallest_side));
        std::vector<cv::Rect> found;
        std::vector<int> counts;
        faces.cascade(cascade).detectMultiScale(
            gray, found, counts, settings.thorough ? 1.08 : 1.2, isProfile ? 4 : 2, 0, {least, least});
        for (size_t i = 0; i < found.size(); i++) {
            cv::Rect square = found[i];
            if (mirrored) square.x = gray.cols - square.x - square.width;
            // Smaller steps between sizes give more hits for the same face.
            const double count = counts[i] * (settings.thorough ? 0.5 : 1);
            consider(picture, square, count, isProfile);
        }
    }

    void consider(const TurnedPicture &picture, cv::Rect square, double count, bool isProfile) {
        Face face;
        face.parts = findParts(
            faces, picture.gray, square, settings.looks_for_blinks != 0, settings.looks_for_smiles != 0);
        const bool agreed = isProfile ? false : isConfirmed(picture.gray, square);
        face.confidence = count + 4 * face.parts.cascadeEyeCount + (agreed ? 8 : 0) - (isProfile ? 6 : 0);
        if (face.confidence < (picture.angle == 0 ? leastConfidence : leastTurnedConfidence)) return;
        face.center = picture.original({square.x + square.width / 2.0, square.y + square.height / 2.0});
        face.side = square.width;
        face.angle = picture.angle;
        if (face.parts.hasLeftEye && face.parts.hasRightEye) {
            const cv::Point2d across = face.parts.rightEye - face.parts.leftEye;
            face.angle -= std::atan2(across.y, across.x) * 180 / CV_PI;
        }
        for (cv::Point2d *place : {&face.parts.leftEye, &face.parts.rightEye, &face.parts.mouth})
            *place = picture.original(*place);
        all.push_back(face);
    }

    /// Returns whether a differently trained cascade finds a face at the same place.
    bool isConfirmed(const cv::Mat &gray, cv::Rect square) {
        const int margin = square.width / 4;
        const cv::Rect around = (square + cv::Size(2 * margin, 2 * margin) - cv::Point(margin, margin)) &
            cv::Rect(0, 0, gray.cols, gray.rows);
        // The scale limits the cost for large faces.
        const double scale = std::min(1.0, 100.0 / square.width);
        cv::Mat small;
        cv::resize(gray(around), small, {}, scale, scale, cv::INTER_AREA);
        std::vector<cv::Rect> found;
        const int least = std::max(24, int(0.7 * square.width * scale));
        faces.cascade("frontalface_default").detectMultiScale(small, found, 1.1, 2, 0, {least, least});
        return !found.empty();
    }

    /// Returns the detection with the highest confidence in each group that belongs to the same face.
    std::vector<Face> distinct() {
        std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.confidence > b.confidence; });
        std::vector<Face> result;
        for (const auto &face : all) {
            const bool isNew = std::none_of(result.begin(), result.end(), [&](const Face &other) {
                const cv::Point2d apart = face.center - other.center;
                return std::hypot(apart.x, apart.y) < 0.5 * std::max(face.side, other.side);
            });
            if (isNew) result.push_back(face);
        }
        return result;
    }

    static constexpr double leastConfidence = 12;
    /// Each further angle increases the chance of false positives.
    static constexpr double leastTurnedConfidence = 16;

    detection_faces &faces;
    const detection_face_settings settings;
    std::vector<Face> all;
};

detection_point point(cv::Point2d p) { return {p.x, p.y}; }

}  // namespace

detection_faces *coreimage_detection_faces_make(const char *folder) {
    try {
        return new detection_faces(folder);
    } catch (...) {
        return nullptr;
    }
}

void coreimage_detection_faces_free(detection_faces *faces) { delete faces; }

detection_status coreimage_detection_find_faces(
    detection_faces *faces, detection_picture picture, detection_face_settings settings, detection_face_found found,
    void *context, detection_message message) {
    return guarded(message, [&] {
        for (const auto &face : FaceFinder(*faces, settings).find(grayOf(picture))) {
            detection_face result = {};
            result.center = point(face.center);
            result.side = face.side;
            result.angle = face.angle;
            result.confidence = face.confidence;
            result.has_left_eye = face.parts.hasLeftEye;
            result.has_right_eye = face.parts.hasRightEye;
            result.has_mouth = face.parts.hasMouth;
            result.left_eye = point(face.parts.leftEye);
            result.right_eye = point(face.parts.rightEye);
            result.mouth = point(face.parts.mouth);
            result.left_eye_closed = face.parts.leftEyeClosed;
            result.right_eye_closed = face.parts.rightEyeClosed;
            result.smiles = face.parts.smiles;
            found(context, &result);
        }
    });
}
