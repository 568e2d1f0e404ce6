#pragma once

#include <opencv2/core.hpp>

/// The appearance of an eye: the lids and lashes of a closed eye form a thin dark line, whereas the iris of an open one
/// is higher.
struct EyeMeasurement {
    /// The height of the dark area, as a fraction of the face's side.
    double height;
    /// The difference in brightness between the dark area and the surrounding skin, 0 to 255.
    double contrast;

    bool isClosed() const { return height < leastOpen && contrast > leastContrast; }

private:
    /// The irises of people who smile with narrow eyes are at least 0.034 high, lines of lashes at most 0.028.
    static constexpr double leastOpen = 0.032;
    /// A weaker contrast comes from a shadow or a fold of the skin.
    static constexpr double leastContrast = 20;
};

/// Measures an eye of a square face. If the eye is closed, `eye` is moved to the line of its lashes.
EyeMeasurement measureEye(const cv::Mat &face, cv::Point2d &eye);

/// Finds the line of a closed eye's lashes, for eyes that the cascades missed, which are nearly half of the closed
/// ones. Returns false if there is none.
bool findClosedEye(const cv::Mat &face, bool isLeft, cv::Point2d &place);
