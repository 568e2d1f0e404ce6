import Foundation
import PixelBuffers
import Pixels

/// Deprecated names of `CIImage` methods and initializers.
extension CIImage {
    /// Older spelling of `init(contentsOf:)`.
    @available(*, deprecated, renamed: "init(contentsOf:)")
    public convenience init?(contentsOfURL url: URL) { self.init(contentsOf: url) }

    /// Older spelling of `init(contentsOf:options:)`.
    @available(*, deprecated, renamed: "init(contentsOf:options:)")
    public convenience init?(contentsOfURL url: URL, options: [CIImageOption: Any]?) {
        self.init(contentsOf: url, options: options)
    }

    /// Older spelling of `init(cgImage:)`.
    @available(*, deprecated, renamed: "init(cgImage:)")
    public convenience init(CGImage image: CGImage) { self.init(cgImage: image) }

    /// Older spelling of `init(cgImage:options:)`.
    @available(*, deprecated, renamed: "init(cgImage:options:)")
    public convenience init(CGImage image: CGImage, options: [CIImageOption: Any]?) {
        self.init(cgImage: image, options: options)
    }

    /// Older spelling of `init(cvPixelBuffer:)`.
    @available(*, deprecated, renamed: "init(cvPixelBuffer:)")
    public convenience init(CVPixelBuffer buffer: CVPixelBuffer) { self.init(cvPixelBuffer: buffer) }

    /// Older spelling of `init(cvPixelBuffer:options:)`.
    @available(*, deprecated, renamed: "init(cvPixelBuffer:options:)")
    public convenience init(CVPixelBuffer buffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
        self.init(cvPixelBuffer: buffer, options: options)
    }

    /// Older spelling of `init(cvImageBuffer:)`.
    @available(*, deprecated, renamed: "init(cvImageBuffer:)")
    public convenience init(CVImageBuffer buffer: CVImageBuffer) { self.init(cvImageBuffer: buffer) }

    /// Older spelling of `init(cvImageBuffer:options:)`.
    @available(*, deprecated, renamed: "init(cvImageBuffer:options:)")
    public convenience init(CVImageBuffer buffer: CVImageBuffer, options: [CIImageOption: Any]?) {
        self.init(cvImageBuffer: buffer, options: options)
    }

    /// Older spelling of `empty()`.
    @available(*, deprecated, renamed: "empty()")
    public class func emptyImage() -> CIImage { empty() }

    /// Older spelling of `cropped(to:)`.
    @available(*, deprecated, renamed: "cropped(to:)")
    public func cropping(to rect: CGRect) -> CIImage { cropped(to: rect) }

    /// Older spelling of `cropped(to:)`.
    @available(*, deprecated, renamed: "cropped(to:)")
    public func imageByCroppingToRect(_ rect: CGRect) -> CIImage { cropped(to: rect) }

    /// Older spelling of `clampedToExtent()`.
    @available(*, deprecated, renamed: "clampedToExtent()")
    public func clampingToExtent() -> CIImage { clampedToExtent() }

    /// Older spelling of `clampedToExtent()`.
    @available(*, deprecated, renamed: "clampedToExtent()")
    public func imageByClampingToExtent() -> CIImage { clampedToExtent() }

    /// Older spelling of `clamped(to:)`.
    @available(*, deprecated, renamed: "clamped(to:)")
    public func clamping(to rect: CGRect) -> CIImage { clamped(to: rect) }

    /// Older spelling of `transformed(by:)`.
    @available(*, deprecated, renamed: "transformed(by:)")
    public func applying(_ matrix: CGAffineTransform) -> CIImage { transformed(by: matrix) }

    /// Older spelling of `transformed(by:)`.
    @available(*, deprecated, renamed: "transformed(by:)")
    public func imageByApplyingTransform(_ matrix: CGAffineTransform) -> CIImage { transformed(by: matrix) }

    /// Older spelling of `composited(over:)`.
    @available(*, deprecated, renamed: "composited(over:)")
    public func compositingOverImage(_ background: CIImage) -> CIImage { composited(over: background) }

    /// Older spelling of `composited(over:)`.
    @available(*, deprecated, renamed: "composited(over:)")
    public func compositingOver(_ background: CIImage) -> CIImage { composited(over: background) }

    /// Older spelling of `composited(over:)`.
    @available(*, deprecated, renamed: "composited(over:)")
    public func imageByCompositingOverImage(_ background: CIImage) -> CIImage { composited(over: background) }

    /// Older spelling of `oriented(forExifOrientation:)`.
    @available(*, deprecated, renamed: "oriented(forExifOrientation:)")
    public func applyingOrientation(_ orientation: Int32) -> CIImage { oriented(forExifOrientation: orientation) }

    /// Older spelling of `oriented(forExifOrientation:)`.
    @available(*, deprecated, renamed: "oriented(forExifOrientation:)")
    public func imageByApplyingOrientation(_ orientation: Int32) -> CIImage {
        oriented(forExifOrientation: orientation)
    }

    /// Older spelling of `orientationTransform(forExifOrientation:)`.
    @available(*, deprecated, renamed: "orientationTransform(forExifOrientation:)")
    public func imageTransform(forOrientation orientation: Int32) -> CGAffineTransform {
        orientationTransform(forExifOrientation: orientation)
    }

    /// Older spelling of `orientationTransform(forExifOrientation:)`.
    @available(*, deprecated, renamed: "orientationTransform(forExifOrientation:)")
    public func imageTransformForOrientation(_ orientation: Int32) -> CGAffineTransform {
        orientationTransform(forExifOrientation: orientation)
    }

    /// Older spelling of `applyingFilter(_:parameters:)`.
    @available(*, deprecated, renamed: "applyingFilter(_:parameters:)")
    public func applyingFilter(_ name: String, withInputParameters parameters: [String: Any]?) -> CIImage {
        applyingFilter(name, parameters: parameters ?? [:])
    }

    /// Older spelling of `applyingFilter(_:parameters:)`.
    @available(*, deprecated, renamed: "applyingFilter(_:parameters:)")
    public func imageByApplyingFilter(_ name: String, withInputParameters parameters: [String: Any]?) -> CIImage {
        applyingFilter(name, parameters: parameters ?? [:])
    }

    /// Older spelling of `regionOfInterest(for:in:)`.
    @available(*, deprecated, renamed: "regionOfInterest(for:in:)")
    public func regionOfInterestForImage(_ image: CIImage, inRect rect: CGRect) -> CGRect {
        regionOfInterest(for: image, in: rect)
    }
}
