import CVips
import Pixels

/// The smaller versions that a TIFF file has of its first picture, as far as their pixels are means of that picture's.
///
/// A version counts if its directory says so (NewSubfileType), its sides are the picture's divided by a power of two,
/// its pixel format is the same, and its pixels are the means of those of the next larger version, see
/// `MeanComparison`. Only files in tiles are examined, because others would have to be decoded as a whole for that.
struct TIFFPyramid {
    /// The versions that are means, from the largest to the smallest.
    let reductions: [ReducedOpener]

    /// How far the last pixel of a smaller version may lie from its place, in pixels of that version.
    private static let mostShift = 0.125
    /// The most pixels along a side that make one of the next smaller version. Comparing more would take long.
    private static let mostRatio = 16

    /// Examines a file; nil if it can't have smaller versions that are useful.
    ///
    /// - Parameters:
    ///   - picture: The first picture.
    ///   - opener: The opener of the first picture.
    init?(_ bytes: EncodedBytes, _ picture: any OpenedPicture, opener: VipsOpener) {
        let format = picture.pixelFormat
        guard !format.layout.hasAlpha, !picture.isInk, format.component == .uint8 || format.component == .uint16,
            opener.hasRandomAccess(bytes), let pictures = bytes.mapped.flatMap(TIFFPictures.init),
            !pictures.first.isReduced
        else { return nil }
        let versions = pictures.others.filter(\.isReduced).sorted { $0.width > $1.width }
        var (larger, largerFactor) = (opener, 1)
        var found: [ReducedOpener] = []
        for version in versions {
            guard let part = CVipsPart(version.place),
                let factor = Self.factor(of: (version.width, version.height), in: (picture.width, picture.height)),
                factor > largerFactor, factor / largerFactor <= Self.mostRatio
            else { continue }
            var smaller = opener
            smaller.part = part
            let ratio = factor / largerFactor
            guard let comparison = try? MeanComparison(bytes, larger, smaller, ratio: ratio, format),
                (comparison.width, comparison.height) == (version.width, version.height), comparison.areMeans
            else { continue }
            found.append(
                ReducedOpener(
                    reduction: SourceReduction(
                        width: version.width, height: version.height, factor: factor, of: picture.height),
                    opener: smaller, heldBytes: 0))
            (larger, largerFactor) = (smaller, factor)
        }
        reductions = found
    }

    /// Returns the power of two by which a size is smaller than another one; nil if there is none.
    private static func factor(of small: (width: Int, height: Int), in large: (width: Int, height: Int)) -> Int? {
        guard small.width > 0, small.height > 0 else { return nil }
        let factor = Int((Double(large.width) / Double(small.width)).rounded())
        guard factor > 1, factor.nonzeroBitCount == 1 else { return nil }
        func isClose(_ small: Int, _ large: Int) -> Bool {
            abs(Double(large) / Double(factor) - Double(small)) <= mostShift
        }
        return isClose(small.width, large.width) && isClose(small.height, large.height) ? factor : nil
    }
}

extension CVipsPart {
    /// Creates the part of a file with a TIFF directory; nil if libvips can't open it.
    fileprivate init?(_ place: TIFFPictures.Place) {
        switch place {
        case .page(let page): self.init(scale: 1, page: Int32(page), child: -1)
        case .child(let page, let index): self.init(scale: 1, page: Int32(page), child: Int32(index))
        case .deeper: return nil
        }
    }
}
