import CoreImageEssentials
import Foundation

/// Magnifications at evenly spaced distances from a centre to a radius. They are interpolated linearly in between, and
/// constant beyond the radius.
struct RadialTable {
    let values: [Float]

    /// Reads the 32-bit floats in `data`. nil unless there are 2 to 65 536 of them, each of a magnitude below 10⁶.
    init?(_ data: Data) {
        guard data.count >= 8, data.count % 4 == 0, data.count <= 4 << 16 else { return nil }
        values = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        guard values.allSatisfy({ abs($0) < 1e6 }) else { return nil }
    }

    /// The magnification at a fraction of the radius.
    subscript(part: CGFloat) -> CGFloat {
        let place = min(max(part, 0), 1) * CGFloat(values.count - 1)
        let index = min(Int(place), values.count - 2)
        return CGFloat(values[index]) + CGFloat(values[index + 1] - values[index]) * (place - CGFloat(index))
    }

    /// Returns the smallest and largest magnification between two fractions of the radius.
    func range(from near: CGFloat, to far: CGFloat) -> (CGFloat, CGFloat) {
        let last = CGFloat(values.count - 1)
        let (first, end) = (Int((min(max(near, 0), 1) * last).rounded(.up)), Int((min(max(far, 0), 1) * last)))
        let between = first <= end ? values[first...end].map { CGFloat($0) } : []
        let all = between + [self[near], self[far]]
        return (all.min() ?? 0, all.max() ?? 0)
    }

    /// An image of one row of pixels whose red component is the magnification.
    var image: CIImage {
        var bytes = Data(capacity: values.count * 16)
        for value in values { withUnsafeBytes(of: SIMD4(value, 0, 0, 1)) { bytes.append(contentsOf: $0) } }
        return CIImage(
            bitmapData: bytes, bytesPerRow: values.count * 16, size: CGSize(width: values.count, height: 1),
            format: .RGBAf, colorSpace: nil)
    }
}
