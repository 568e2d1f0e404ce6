#pragma once

#include "Glyphs.hpp"

/// Characters in a row, from left to right.
struct TextLine {
    std::vector<Glyph> glyphs;
    /// The slope of the baseline, in pixels downwards per pixel to the right.
    double slope = 0;
    double confidence = 0;
};

/// Finds rows of at least three characters with similar tone and size in a gray picture.
std::vector<TextLine> findLines(const std::vector<Glyph> &glyphs, const cv::Mat &gray);
