import Foundation
import Pixels

/// Colours that represent all colours of an area.
extension ImageNode {
    /// Returns the means of k-means clustering: `count` × 1 pixels from the origin. Red, green and blue are not
    /// premultiplied. Alpha is the fraction of the area's pixels that belong to the mean, weighted by their alphas.
    ///
    /// A pass assigns every pixel to the nearest mean by its unpremultiplied colour, and then moves each mean to the
    /// average of its pixels. Pixels whose alpha isn't above 0, or with components that aren't finite, belong to no
    /// mean. Every pass reads the image once, block by block on all threads. Results are the same, bit for bit, for any
    /// tiles and threads. Without passes the result is the seeds, with alpha 1.
    ///
    /// - Parameters:
    ///   - area: The area to examine, rounded outwards to whole pixels and clipped to the image.
    ///   - count: The number of means, at least 1.
    ///   - seeds: Initial means in reading order: rows from the top, each from the left. Alpha is ignored. If there are
    ///     fewer than `count`, the others are chosen among 24 × 24 pixels spread over the area, one by one, so that the
    ///     sum of squared distances becomes as small as possible.
    ///   - passes: The number of times that means are moved.
    package func clusterMeans(of area: CGRect, count: Int, seeds: ImageNode = .empty, passes: Int) -> ImageNode {
        let part = PixelRect(enclosing: area).intersection(PixelRect(enclosing: extent))
        let count = max(count, 1)
        var means = ClusterSeeds(count: count, from: ClusterSamples(of: self, area: part), given: seeds).node
        for _ in 0..<max(passes, 0) {
            let sums = ClusterSums(of: self, area: part, means: means, count: count)
            means = ClusterMeans(of: sums, before: means).node
        }
        return means
    }
}
