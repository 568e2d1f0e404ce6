#pragma once

#include <opencv2/core.hpp>

#include <array>
#include <vector>

/// Four corners, clockwise as seen with y downwards.
using Corners = std::array<cv::Point2d, 4>;

/// A picture's gradients: for each pixel those of the colour channel in which they are steepest.
class Edges {
public:
    explicit Edges(const cv::Mat &rgba);

    int width() const { return across.cols; }
    int height() const { return across.rows; }

    /// Thin edges, by Canny's method; strong ones are steeper than `high`, and weak ones beside them than `low`.
    cv::Mat thin(double low, double high) const;

    /// How much of a quadrilateral's outline lies on edges.
    struct Support {
        /// Parts of each side, from 0 to 1, along which there is an edge in the side's direction, with one side brighter all along.
        std::array<double, 4> sides;
        double mean() const { return (sides[0] + sides[1] + sides[2] + sides[3]) / 4; }
        double least() const { return *std::min_element(sides.begin(), sides.end()); }
    };
    /// - `reach`: How far from the outline an edge may be, in pixels.
    Support support(const Corners &corners, double reach) const;

    /// The corners moved to where lines through the edges along the sides meet; the same when there are too few.
    Corners refined(const Corners &corners, double reach) const;

private:
    struct EdgePoint {
        cv::Point2d place;
        /// Steepness along the side's normal, positive where it gets brighter inwards; 0 without an edge.
        double slope;
    };
    std::vector<EdgePoint> alongSide(cv::Point2d from, cv::Point2d to, double reach) const;

    /// Gradients of the steepest channel, 16-bit.
    cv::Mat across, down;
};

bool isConvex(const Corners &corners);
double areaOf(const Corners &corners);
