import Foundation
import ImageGraph
import Pixels

/// Option key: an affine map of the image's space that the sampler applies first: an array of six numbers, an
/// `NSAffineTransform`, an `NSValue` or a `CGAffineTransform`.
public let kCISamplerAffineMatrix = "CISamplerAffineMatrix"
/// Option key: what lies outside the image, `kCISamplerWrapBlack` (when left out) or `kCISamplerWrapClamp`.
public let kCISamplerWrapMode = "CISamplerWrapMode"
/// Option key: how the sampler reads between pixels, `kCISamplerFilterLinear` (when left out) or
/// `kCISamplerFilterNearest`.
public let kCISamplerFilterMode = "CISamplerFilterMode"
/// Option key: the colour space in which the kernel sees the image, a `CGColorSpace`; the working space when left out.
public let kCISamplerColorSpace = "CISamplerColorSpace"
/// Wrap mode: transparent black outside the image.
public let kCISamplerWrapBlack = "CISamplerWrapBlack"
/// Wrap mode: the nearest edge pixel outside the image.
public let kCISamplerWrapClamp = "CISamplerWrapClamp"
/// Filter mode: the pixel that contains the point.
public let kCISamplerFilterNearest = "CISamplerFilterNearest"
/// Filter mode: bilinear between the four nearest pixels.
public let kCISamplerFilterLinear = "CISamplerFilterLinear"

/// An image together with the way in which a kernel samples it.
///
/// Immutable, and safe to share between threads.
open class CISampler: NSObject, NSCopying, @unchecked Sendable {
    let image: CIImage
    let sampledImage: SampledImage
    /// A malformed option, reported when the sampler is given to a kernel.
    let refusal: CIError?

    /// Bilinear sampling, transparent outside the image.
    public convenience init(image: CIImage) { self.init(image: image, options: [:]) }

    /// Sampling as `options` say; their keys are `kCISamplerAffineMatrix`, `kCISamplerWrapMode`, `kCISamplerFilterMode`
    /// and `kCISamplerColorSpace`. An option with a wrong value makes the kernel that gets the sampler refuse it.
    public init(image: CIImage, options: [AnyHashable: Any]? = nil) {
        self.image = image
        var sampled = image.sampled
        var refusal: CIError?
        do { try Self.apply(options ?? [:], to: &sampled) } catch { refusal = error }
        (self.sampledImage, self.refusal) = (sampled, refusal)
    }

    /// The sampled image's domain of definition after the sampler's own transform.
    open var definition: CIFilterShape { CIFilterShape(rect: extent) }

    /// The rectangle outside of which the sampler reads transparent black: the image's extent under the sampler's own
    /// transform; infinite when it clamps.
    open var extent: CGRect {
        sampledImage.wrap == .clamp ? .infinite : image.extent.applying(sampledImage.transform)
    }

    /// The sampler itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static func apply(_ options: [AnyHashable: Any], to sampled: inout SampledImage) throws(CIError) {
        for (key, value) in options {
            switch key.base as? String {
            case kCISamplerAffineMatrix:
                guard let transform = AffineTransformValue.transform(from: value) else {
                    throw .malformedOption(
                        key: kCISamplerAffineMatrix, expected: "six numbers or a transform", given: described(value))
                }
                sampled.transform = transform
            case kCISamplerWrapMode:
                switch value as? String {
                case kCISamplerWrapBlack: sampled.wrap = .transparent
                case kCISamplerWrapClamp: sampled.wrap = .clamp
                default:
                    throw .malformedOption(
                        key: kCISamplerWrapMode, expected: "kCISamplerWrapBlack or kCISamplerWrapClamp",
                        given: described(value))
                }
            case kCISamplerFilterMode:
                switch value as? String {
                case kCISamplerFilterLinear: sampled.interpolation = .linear
                case kCISamplerFilterNearest: sampled.interpolation = .nearest
                default:
                    throw .malformedOption(
                        key: kCISamplerFilterMode, expected: "kCISamplerFilterLinear or kCISamplerFilterNearest",
                        given: described(value))
                }
            case kCISamplerColorSpace:
                guard let space = value as? CGColorSpace else {
                    throw .malformedOption(
                        key: kCISamplerColorSpace, expected: "a CGColorSpace", given: described(value))
                }
                sampled.colorSpace = space
            default:
                throw .malformedOption(
                    key: "\(key.base)",
                    expected: "to be one of kCISamplerAffineMatrix, kCISamplerWrapMode, kCISamplerFilterMode and "
                        + "kCISamplerColorSpace", given: "an unknown key")
            }
        }
    }
}
