#pragma once

#include "FaceCascades.hpp"

/// Eyes and mouth of an upright face, in pixels of the picture in which the face is upright.
struct FaceParts {
    bool hasLeftEye = false, hasRightEye = false, hasMouth = false;
    cv::Point2d leftEye, rightEye, mouth;
    /// Eyes that cascades found; closed ones may be found without.
    int sureEyes = 0;
    bool leftEyeClosed = false, rightEyeClosed = false, smiles = false;
};

/// Finds the parts of the face in `square` of a picture of gray pixels.
FaceParts findParts(
    detection_faces &faces, const cv::Mat &gray, cv::Rect square, bool looksForBlinks, bool looksForSmiles);
