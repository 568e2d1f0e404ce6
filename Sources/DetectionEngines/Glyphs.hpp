#pragma once

#include <opencv2/core.hpp>

#include <vector>

/// A part of the picture that may be a character: connected, of one tone, with strokes of about one width.
struct Glyph {
    cv::Rect box;
    cv::Point2d center;
    /// Mean width of its strokes, in pixels.
    double stroke;
    /// Tones of the strokes and of what is around them, 0 to 255.
    double ink, paper;
};

/// Parts that may be characters, of those darker than their surroundings, or lighter.
///
/// `window` is the side, in pixels, of the square whose mean a pixel is compared with: about as large as the largest characters found.
std::vector<Glyph> findGlyphs(const cv::Mat &gray, bool dark, int window, double smallestHeight);
