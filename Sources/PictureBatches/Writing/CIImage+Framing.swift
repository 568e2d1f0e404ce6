import CommandOutput
import CoreImage
import Foundation

extension CIImage {
    /// Returns the image cropped to the given size, or an infinite image cropped to the source picture. Without a
    /// source, a finite image, such as a generated light, is cropped from its own lower left corner instead of the
    /// origin.
    ///
    /// - Throws: `UsageError` for an infinite image without a size and a source; `Refusal` for a result of a source
    ///   that doesn't cover the size.
    package func framed(to size: PictureSize?, like source: CIImage?) throws -> CIImage {
        if let size {
            let hasOwnPlace = source == nil && !extent.isInfinite && !extent.isNull
            let corner = hasOwnPlace ? extent.integral.origin : .zero
            let frame = size.rectangle.offsetBy(dx: corner.x, dy: corner.y)
            if source != nil, !extent.isInfinite, !extent.isNull, !extent.integral.contains(frame) {
                throw Self.uncovered(size, by: extent.integral)
            }
            return cropped(to: frame)
        }
        if !extent.isInfinite { return startingAtPixel }
        guard let source, !source.extent.isInfinite else {
            throw UsageError("the result has no bounds; add --size WIDTHxHEIGHT")
        }
        return cropped(to: source.extent)
    }

    private static func uncovered(_ size: PictureSize, by extent: CGRect) -> Refusal {
        let wanted = "\(size.width)x\(size.height)"
        func text(_ number: CGFloat) -> String { NumberText.text(Double(number)) }
        return Refusal(
            "size \(wanted): the result doesn't cover these pixels; it has "
                + "\(text(extent.width)) × \(text(extent.height)), from (\(text(extent.minX)), \(text(extent.minY))); "
                + "write a smaller size, or scale the result with fill \(wanted)"
        )
    }

    /// The image translated by less than a pixel, so that the upper left corner of its extent lies on a pixel boundary.
    /// Picture files have whole pixels, which Core Image counts from that corner.
    private var startingAtPixel: CIImage {
        let (left, top) = (extent.minX - extent.minX.rounded(.down), extent.maxY.rounded(.up) - extent.maxY)
        // Ignore rounding errors.
        let isWhole = [left, top].allSatisfy { min($0, 1 - $0) < 1.0 / 1024 }
        if extent.isNull || isWhole { return self }
        return transformed(by: CGAffineTransform(translationX: -left, y: top))
    }
}
