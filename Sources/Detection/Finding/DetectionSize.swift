import CoreImageEssentials
import Foundation

/// The size of the copy that a detector analyses. A copy is never larger than its image.
struct DetectionSize {
    /// The maximum number of pixels.
    let pixelLimit: Double
    /// The desired length of the shorter side in pixels; infinite for as much as the limit allows.
    var shorterSide = Double.infinity

    /// Returns the size of the copy relative to the image, along one side.
    func scale(for size: CGSize) -> Double {
        let limited = (pixelLimit / (Double(size.width) * Double(size.height))).squareRoot()
        return min(1, limited, shorterSide / Double(min(size.width, size.height)))
    }
}
