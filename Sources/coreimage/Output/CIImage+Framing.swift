import ArgumentParser
import CoreImage
import Foundation

extension CIImage {
    /// The image cut to the size asked for; an infinite image to the picture read. A finite image that no picture was
    /// read for has a place of its own, such as around a light's centre, and is cut there.
    ///
    /// - Throws: `ValidationError` for an image that nothing gives bounds to.
    func framed(to size: PictureSize?, like source: CIImage?) throws -> CIImage {
        if let size {
            let hasOwnPlace = source == nil && !extent.isInfinite && !extent.isNull
            let corner = hasOwnPlace ? extent.integral.origin : .zero
            return cropped(to: size.rectangle.offsetBy(dx: corner.x, dy: corner.y))
        }
        if !extent.isInfinite { return startingAtPixel }
        guard let source, !source.extent.isInfinite else {
            throw ValidationError("the result has no bounds; add --size WIDTHxHEIGHT")
        }
        return cropped(to: source.extent)
    }

    /// The image moved by less than a pixel, so that the upper left corner of its extent is a pixel's: a picture file
    /// has whole pixels, and pictures that Core Image made count theirs from there.
    private var startingAtPixel: CIImage {
        let (left, top) = (extent.minX - extent.minX.rounded(.down), extent.maxY.rounded(.up) - extent.maxY)
        // Rounding errors move nothing.
        let isWhole = [left, top].allSatisfy { min($0, 1 - $0) < 1.0 / 1024 }
        if extent.isNull || isWhole { return self }
        return transformed(by: CGAffineTransform(translationX: -left, y: top))
    }
}
