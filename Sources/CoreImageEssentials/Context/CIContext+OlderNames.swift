import Foundation
import Pixels

/// Deprecated names of `CIContext` methods.
extension CIContext {
    /// Older spelling of `createCGImage(_:from:)`.
    @available(*, deprecated, renamed: "createCGImage(_:from:)")
    public func createCGImage(_ image: CIImage, fromRect rect: CGRect) -> CGImage? { createCGImage(image, from: rect) }

    /// Older spelling of `createCGImage(_:from:format:colorSpace:)`.
    @available(*, deprecated, renamed: "createCGImage(_:from:format:colorSpace:)")
    public func createCGImage(
        _ image: CIImage, fromRect rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) -> CGImage? {
        createCGImage(image, from: rect, format: format, colorSpace: colorSpace)
    }
}
