import Foundation
import ImageGraph
import Pixels

/// The key of an affine transform that the sampler applies to the image first: an array or `CIVector` of six numbers,
/// an `NSAffineTransform`, an `NSValue` or a `CGAffineTransform`.
public let kCISamplerAffineMatrix = "CISamplerAffineMatrix"
/// The key of the colour outside the image: `kCISamplerWrapBlack`, the default, or `kCISamplerWrapClamp`.
public let kCISamplerWrapMode = "CISamplerWrapMode"
/// The key of the interpolation between pixels: `kCISamplerFilterLinear` or `kCISamplerFilterNearest`. The default is
/// that of the image, which is linear unless `samplingNearest()` changed it.
public let kCISamplerFilterMode = "CISamplerFilterMode"
/// The key of the colour space in which the kernel reads the image, a `CGColorSpace`. The default is the working space.
public let kCISamplerColorSpace = "CISamplerColorSpace"
/// The wrap mode with transparent black outside the image.
public let kCISamplerWrapBlack = "CISamplerWrapBlack"
/// The wrap mode with the nearest edge pixel outside the image.
public let kCISamplerWrapClamp = "CISamplerWrapClamp"
/// The filter mode that reads the pixel containing the point.
public let kCISamplerFilterNearest = "CISamplerFilterNearest"
/// The filter mode that interpolates bilinearly between the four nearest pixels.
public let kCISamplerFilterLinear = "CISamplerFilterLinear"

/// An image and the way in which a kernel samples it. Immutable and thread-safe.
open class CISampler: NSObject, NSCopying, @unchecked Sendable {
    let image: CIImage
    let sampledImage: SampledImage
    /// An error in the options, thrown when the sampler is passed to a kernel.
    let refusal: CIError?

    /// Creates a sampler with the image's own interpolation that is transparent outside the image.
    public convenience init(image: CIImage) { self.init(image: image, options: [:]) }

    /// Creates a sampler with options.
    ///
    /// A kernel refuses a sampler with an unknown key or a malformed value: its `applying` methods throw
    /// `CIError.unknownOption` or `CIError.malformedOption`.
    ///
    /// - Parameters:
    ///   - image: The image to sample.
    ///   - options: Values for `kCISamplerAffineMatrix`, `kCISamplerWrapMode`, `kCISamplerFilterMode` and
    ///     `kCISamplerColorSpace`.
    public init(image: CIImage, options: [AnyHashable: Any]? = nil) {
        self.image = image
        var sampled = image.sampled
        var refusal: CIError?
        do { try Self.apply(options ?? [:], to: &sampled) } catch { refusal = error }
        (self.sampledImage, self.refusal) = (sampled, refusal)
    }

    /// The domain of definition of the sampled image after the sampler's transform: a shape with the sampler's extent.
    open var definition: CIFilterShape { CIFilterShape(rect: extent) }

    /// The rectangle outside of which the sampler reads transparent black, in working space: the image's extent under
    /// the sampler's transform. Infinite for `kCISamplerWrapClamp`.
    open var extent: CGRect {
        sampledImage.wrap == .clamp ? .infinite : image.extent.applying(sampledImage.transform)
    }

    /// Returns the sampler itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static func apply(_ options: [AnyHashable: Any], to sampled: inout SampledImage) throws(CIError) {
        // In the order of their keys, so that of several errors always the same one is thrown.
        for (key, value) in options.sorted(by: { "\($0.key.base)" < "\($1.key.base)" }) {
            let option = OptionValue(key: "\(key.base)", value: value)
            switch key.base as? String {
            case kCISamplerAffineMatrix:
                guard let transform = AffineTransformValue.transform(from: value) else {
                    throw option.malformed("six numbers or a transform")
                }
                sampled.transform = transform
            case kCISamplerWrapMode:
                switch value as? String {
                case kCISamplerWrapBlack: sampled.wrap = .transparent
                case kCISamplerWrapClamp: sampled.wrap = .clamp
                default: throw option.malformed("kCISamplerWrapBlack or kCISamplerWrapClamp")
                }
            case kCISamplerFilterMode:
                switch value as? String {
                case kCISamplerFilterLinear: sampled.interpolation = .linear
                case kCISamplerFilterNearest: sampled.interpolation = .nearest
                default: throw option.malformed("kCISamplerFilterLinear or kCISamplerFilterNearest")
                }
            case kCISamplerColorSpace:
                guard let space = value as? CGColorSpace else { throw option.malformed("a CGColorSpace") }
                sampled.colorSpace = space
            default:
                throw .unknownOption(
                    key: option.key, of: "CISampler",
                    known: [
                        kCISamplerAffineMatrix, kCISamplerWrapMode, kCISamplerFilterMode, kCISamplerColorSpace,
                    ])
            }
        }
    }
}
