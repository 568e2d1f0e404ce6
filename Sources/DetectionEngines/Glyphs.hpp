#pragma once

#include <opencv2/core.hpp>

#include <vector>

/// A part of the picture that may be a character: connected, of uniform tone, with strokes of similar width.
struct Glyph {
    cv::Rect box;
    cv::Point2d center;
    /// The mean width of its strokes, in pixels.
    double stroke;
    /// The tones of the strokes and of their surroundings, 0 to 255.
    double ink, paper;
};

/// Finds parts that may be characters. They are darker than their surroundings if `dark` is set, else lighter.
///
/// `window` is the side, in pixels, of the square to whose mean a pixel is compared. It is about the size of the
/// largest characters that can be found.
std::vector<Glyph> findGlyphs(const cv::Mat &gray, bool dark, int window, double smallestHeight);
