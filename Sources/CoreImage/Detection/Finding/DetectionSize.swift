import Foundation

/// How large a copy of an image is that a detector looks at. A copy is never larger than its image.
struct DetectionSize {
    /// The most pixels, whatever the image's.
    let pixelLimit: Double
    /// What the shorter side should have; infinite for as much as the limit allows.
    var shorterSide = Double.infinity

    /// Pixels of the copy for one of the image, along a side.
    func scale(for size: CGSize) -> Double {
        let limited = (pixelLimit / (Double(size.width) * Double(size.height))).squareRoot()
        return min(1, limited, shorterSide / Double(min(size.width, size.height)))
    }
}
