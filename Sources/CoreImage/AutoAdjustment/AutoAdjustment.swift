import BuiltInFilters
import CoreImageEssentials
import Detection

/// An automatic adjustment: detects one kind of defect in a picture, and provides filters that correct it.
protocol AutoAdjustment {
    /// Whether the adjustment needs the picture's faces.
    var looksAtFaces: Bool { get }

    /// Returns filters that improve the picture, in order, without an input image; empty if none would.
    func filters(for picture: AnalyzedPicture) throws -> [CIFilter]
}

extension AutoAdjustment {
    var looksAtFaces: Bool { true }
}
