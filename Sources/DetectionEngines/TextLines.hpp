#pragma once

#include "Glyphs.hpp"

/// Characters in a row, from left to right.
struct TextLine {
    std::vector<Glyph> glyphs;
    /// Slope of the line that the characters stand on: pixels downwards a pixel to the right.
    double slope = 0;
    double confidence = 0;
};

/// Rows of three characters or more among parts of one tone and size, of a picture of gray pixels.
std::vector<TextLine> findLines(const std::vector<Glyph> &glyphs, const cv::Mat &gray);
