#pragma once

#include "FaceCascades.hpp"

/// The eyes and mouth of an upright face, in pixels of the picture in which the face is upright.
struct FaceParts {
    bool hasLeftEye = false, hasRightEye = false, hasMouth = false;
    cv::Point2d leftEye, rightEye, mouth;
    /// The number of eyes found by cascades. Closed eyes may also be found in another way.
    int cascadeEyeCount = 0;
    bool leftEyeClosed = false, rightEyeClosed = false, smiles = false;
};

/// Finds the parts of the face inside `square` in a gray picture.
FaceParts findParts(
    detection_faces &faces, const cv::Mat &gray, cv::Rect square, bool looksForBlinks, bool looksForSmiles);
