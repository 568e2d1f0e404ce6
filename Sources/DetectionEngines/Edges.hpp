#pragma once

#include <opencv2/core.hpp>

#include <array>
#include <vector>

/// Four corners, in clockwise order with y downwards.
using Corners = std::array<cv::Point2d, 4>;

/// The gradients of a picture: for each pixel, those of the colour channel with the steepest gradient.
class Edges {
public:
    explicit Edges(const cv::Mat &rgba);

    int width() const { return across.cols; }
    int height() const { return across.rows; }

    /// Returns thin edges by Canny's method. Edges steeper than `high` are kept, and connected ones steeper than `low`.
    cv::Mat thin(double low, double high) const;

    /// The fraction of a quadrilateral's outline that lies on edges.
    struct Support {
        /// For each side, the fraction from 0 to 1 of its length with an edge in the side's direction. Only edges with
        /// the same bright side count.
        std::array<double, 4> sides;
        double mean() const { return (sides[0] + sides[1] + sides[2] + sides[3]) / 4; }
        double least() const { return *std::min_element(sides.begin(), sides.end()); }
    };
    /// - `reach`: The maximum distance of an edge from the outline, in pixels.
    Support support(const Corners &corners, double reach) const;

    /// Returns the intersections of lines that are fitted to the edges along the sides. Returns the unchanged corners
    /// if there are too few edges.
    Corners refined(const Corners &corners, double reach) const;

private:
    struct EdgePoint {
        cv::Point2d place;
        /// The gradient along the side's normal, positive if the inside is brighter. 0 without an edge.
        double slope;
    };
    std::vector<EdgePoint> alongSide(cv::Point2d from, cv::Point2d to, double reach) const;

    /// The gradients of the steepest channel, as 16-bit values.
    cv::Mat across, down;
};

/// Computes the intersection of two lines, each given by a point and a direction. Returns false if they are parallel.
bool intersect(cv::Point2d p, cv::Point2d d, cv::Point2d q, cv::Point2d e, cv::Point2d &result);

bool isConvex(const Corners &corners);
double areaOf(const Corners &corners);
