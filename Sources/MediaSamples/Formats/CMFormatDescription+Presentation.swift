import Foundation
import PixelBuffers
import Pixels

extension CMFormatDescription {
    /// Returns the size for display.
    ///
    /// - Parameters:
    ///   - usePixelAspectRatio: Whether the width is multiplied by the shape of pixels.
    ///   - useCleanAperture: Whether the size is that of the clean aperture.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        var size = CGSize(width: Int(dimensions.width), height: Int(dimensions.height))
        if useCleanAperture,
            let width = number(kCVImageBufferCleanApertureWidthKey, of: kCVImageBufferCleanApertureKey),
            let height = number(kCVImageBufferCleanApertureHeightKey, of: kCVImageBufferCleanApertureKey)
        {
            size = CGSize(width: width, height: height)
        }
        let shape = kCVImageBufferPixelAspectRatioKey
        if usePixelAspectRatio,
            let width = number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey, of: shape),
            let height = number(kCVImageBufferPixelAspectRatioVerticalSpacingKey, of: shape)
        {
            size.width *= width / height
        }
        return size
    }

    /// Returns a positive number of a dictionary among the extensions.
    private func number(_ key: CFString, of dictionary: CFString) -> Double? {
        guard let values = extensionValues[dictionary] as? CFDictionary, let value = values[key],
            let number = AttributeNumber.double(value), number > 0, number.isFinite
        else { return nil }
        return number
    }
}
