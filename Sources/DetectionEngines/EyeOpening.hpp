#pragma once

#include <opencv2/core.hpp>

/// What is seen where an eye is: lids and lashes of a closed one are a thin dark line, the iris of an open one is higher.
struct EyeOpening {
    /// Height of what is dark, as a part of the face's side.
    double height;
    /// How much darker it is than the skin around, from 0 to 255.
    double contrast;

    bool isClosed() const { return height < leastOpen && contrast > leastContrast; }

private:
    /// Irises of people who smile with narrow eyes are 0.034 high and more, lines of lashes 0.028 and less.
    static constexpr double leastOpen = 0.032;
    /// Less is a shadow or a fold of the skin.
    static constexpr double leastContrast = 20;
};

/// Looks at an eye of a square face, which is moved to the line of its lashes where it is closed.
EyeOpening openingOf(const cv::Mat &face, cv::Point2d &eye);

/// The line of a closed eye's lashes, where cascades found no eye, as with nearly half of the closed ones; false when there is none.
bool findLashes(const cv::Mat &face, bool isLeft, cv::Point2d &place);
