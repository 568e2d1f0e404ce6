/// The number of luma samples for each chroma sample, and where the chroma samples lie.
package struct ChromaSampling: Hashable, Sendable {
    /// The place of a chroma sample along one axis, among the luma samples that share it.
    package enum Site: String, Sendable, Hashable {
        /// At the first luma sample: the left or the top one.
        case first
        /// Halfway between the first and the last luma sample.
        case middle
        /// At the last luma sample: the bottom one.
        case last
    }

    /// Luma samples for each chroma sample in a row: 1 or 2.
    package var columns: Int
    /// Luma samples for each chroma sample in a column: 1 or 2.
    package var rows: Int
    /// The place of chroma samples in a row.
    package var horizontalSite: Site
    /// The place of chroma samples in a column, from the top.
    package var verticalSite: Site

    /// Creates a sampling. The default places are those of MPEG-2, H.264 and HEVC: at the left, halfway in the column.
    package init(columns: Int, rows: Int, horizontalSite: Site = .first, verticalSite: Site = .middle) {
        (self.columns, self.rows) = (columns, rows)
        (self.horizontalSite, self.verticalSite) = (horizontalSite, verticalSite)
    }

    /// 4:2:0: one chroma sample for 2 × 2 luma samples.
    package static let half = ChromaSampling(columns: 2, rows: 2)
    /// 4:2:2: one chroma sample for two luma samples in a row.
    package static let halfColumns = ChromaSampling(columns: 2, rows: 1)
    /// 4:4:4: a chroma sample for each luma sample.
    package static let full = ChromaSampling(columns: 1, rows: 1)

    /// Returns the number of chroma columns and rows of a picture.
    package func size(forWidth width: Int, height: Int) -> (width: Int, height: Int) {
        ((width + columns - 1) / columns, (height + rows - 1) / rows)
    }

    /// The distance, in luma samples, from the middle of the luma samples that share a chroma sample to that sample:
    /// positive to the right, and positive downwards.
    package var offset: (x: Double, y: Double) {
        func offset(_ site: Site, _ count: Int) -> Double {
            let half = Double(count - 1) / 2
            return switch site {
            case .first: -half
            case .middle: 0
            case .last: half
            }
        }
        return (offset(horizontalSite, columns), offset(verticalSite, rows))
    }
}
