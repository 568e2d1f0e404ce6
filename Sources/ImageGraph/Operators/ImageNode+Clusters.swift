import Foundation
import Pixels

/// Colours that stand for all colours of an area.
extension ImageNode {
    /// The means of k-means clustering: `count` × 1 pixels from the origin, red, green and blue as they are, not
    /// premultiplied, and in alpha the part of the area's pixels that belong to each, counted by their alphas.
    ///
    /// A pass assigns every pixel to the nearest mean, by the colour that isn't premultiplied, and moves each
    /// mean to the mean of its pixels. Pixels whose alpha isn't above 0, and those with components that aren't
    /// finite, belong to none. Every pass reads the image once, block by block on all threads; results are the
    /// same, bit for bit, for any tiles and threads. Without passes the seeds are the result, with alpha 1.
    ///
    /// - Parameters:
    ///   - area: Rounded outwards to whole pixels; what lies outside the image doesn't count.
    ///   - count: How many means; at least 1.
    ///   - seeds: Means to begin with, in the order of reading: rows from the top, each from the left. Alpha has
    ///     no meaning. Where there are fewer than `count`, the others are chosen among 24 × 24 pixels spread over
    ///     the area, one by one so that what is left of the distances is least.
    ///   - passes: How often means are moved.
    public func clusterMeans(of area: CGRect, count: Int, seeds: ImageNode = .empty, passes: Int) -> ImageNode {
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
