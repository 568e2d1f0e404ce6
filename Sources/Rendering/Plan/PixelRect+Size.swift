import Foundation
import ImageGraph
import Pixels

extension PixelRect {
    /// The centre, or the origin if the rectangle is empty or unbounded.
    var middle: CGPoint {
        isUnbounded || isEmpty
            ? .zero : CGPoint(x: CGFloat(x) + CGFloat(width) / 2, y: CGFloat(y) + CGFloat(height) / 2)
    }

    /// Returns the size of the area in bytes, as pixels of `format`; `Int.max` on overflow.
    func byteCount(in format: PixelFormat) -> Int {
        let (bytes, overflow) = area.multipliedReportingOverflow(by: format.bytesPerPixel)
        return overflow ? Int.max : bytes
    }
}
