import Foundation
import Pixels

/// Returns the size of the picture in memory, in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the part of the picture that is free of artefacts, in pixels, with the origin at the lower left corner: that
/// of `kCVImageBufferCleanApertureKey`, or all of the picture.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    imageBuffer.cleanRect
}

/// Returns the size for display, in square pixels: that of `kCVImageBufferDisplayDimensionsKey`, or else the size of
/// the clean aperture, widened by `kCVImageBufferPixelAspectRatioKey`.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    if let width = imageBuffer.number(kCVImageBufferDisplayWidthKey, of: kCVImageBufferDisplayDimensionsKey),
        let height = imageBuffer.number(kCVImageBufferDisplayHeightKey, of: kCVImageBufferDisplayDimensionsKey)
    {
        return CGSize(width: width, height: height)
    }
    var size = imageBuffer.cleanRect.size
    let shape = kCVImageBufferPixelAspectRatioKey
    if let width = imageBuffer.number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey, of: shape),
        let height = imageBuffer.number(kCVImageBufferPixelAspectRatioVerticalSpacingKey, of: shape),
        width > 0, height > 0
    {
        size.width = (size.width * width / height).rounded()
    }
    return size
}

/// Whether the first row in memory is the top row of the picture, which is always true here.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

extension CVBuffer {
    /// The clean aperture in pixels, with the origin at the lower left corner; all of the picture if there is none.
    package var cleanRect: CGRect {
        let key = kCVImageBufferCleanApertureKey
        guard let cleanWidth = number(kCVImageBufferCleanApertureWidthKey, of: key),
            let cleanHeight = number(kCVImageBufferCleanApertureHeightKey, of: key), cleanWidth > 0, cleanHeight > 0
        else { return CGRect(x: 0, y: 0, width: width, height: height) }
        let right = number(kCVImageBufferCleanApertureHorizontalOffsetKey, of: key) ?? 0
        let down = number(kCVImageBufferCleanApertureVerticalOffsetKey, of: key) ?? 0
        return CGRect(
            x: (Double(width) - cleanWidth) / 2 + right, y: (Double(height) - cleanHeight) / 2 - down,
            width: cleanWidth, height: cleanHeight)
    }

    /// Returns a finite number of an attached dictionary.
    fileprivate func number(_ key: CFString, of dictionary: CFString) -> Double? {
        guard let values = CVBufferCopyAttachment(self, dictionary, nil) as? CFDictionary,
            let number = values[key].flatMap(AttributeNumber.double), number.isFinite
        else { return nil }
        return number
    }
}
