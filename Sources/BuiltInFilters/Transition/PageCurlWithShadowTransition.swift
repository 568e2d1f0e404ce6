import CoreImageEssentials
import Foundation

/// A page with the source on it rolls up, shows the target below, and casts a shadow on it.
///
/// The page is that of the page curl, always with a sheen on its back; `PageShadow` has the shadow's formula. Sheen and
/// shadow are fitted to a picture that Core Image made, which they reproduce with a mean error of 0.3 of 255. The
/// picture shows one size, one amount and one time; how the shadow depends on them is ours, as is that it also falls
/// beside the target, as in the picture, and that it fades at both ends of the time.
///
/// Times, extents and numbers out of range count as in the page curl; a shadow extent without area counts as the
/// extent. The extent of the result is the union of the target's and the area that the page and the shadow reach.
class PageCurlWithShadowTransition: CIFilter, CIPageCurlWithShadowTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPageCurlWithShadowTransition", displayName: "Page Curl With Shadow",
            categories: [.transition, .highDynamicRange, .video], kind: .transition,
            summary: "Rolls an image up like a page that casts a shadow on another below.",
            status: .fitted(mean: 0.24, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput var backsideImage: CIImage?
    @CIInput(default: CGRect.zero) var extent: CGRect
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 100, min: 0.01, slider: 0.01...400, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0.5, range: 0...1, slider: 0...1, type: kCIAttributeTypeDistance) var shadowSize: Float
    @CIInput(default: 0.7, range: 0...1, slider: 0...1, type: kCIAttributeTypeDistance) var shadowAmount: Float
    @CIInput(default: CGRect.zero) var shadowExtent: CGRect

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        return PageCurl(
            source: inputImage, target: targetImage, backside: backsideImage, shading: nil, extent: extent,
            time: time, angle: angle, radius: radius
        ).image(shadow: PageShadow(size: shadowSize, amount: shadowAmount, extent: shadowExtent))
    }
}

/// Inputs of the page curl with a shadow.
public protocol CIPageCurlWithShadowTransition: CIFilterProtocol {
    /// The image at time 0, on the front of the page.
    var inputImage: CIImage? { get set }
    /// The image at time 1, below the page.
    var targetImage: CIImage? { get set }
    /// The picture on the back of the page, as if seen through from the front; the source when nil.
    var backsideImage: CIImage? { get set }
    /// The rectangle that the curl travels over, in working space; the source's extent when empty.
    var extent: CGRect { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The direction in which the curl travels, in radians anticlockwise; 0 is to the right.
    var angle: Float { get set }
    /// Radius of the curl in pixels.
    var radius: Float { get set }
    /// How far the shadow reaches, as a share of three quarters of the radius, 0 to 1.
    var shadowSize: Float { get set }
    /// How dark the shadow is, 0 to 1.
    var shadowAmount: Float { get set }
    /// The part of the page that casts the shadow, in working space; the extent when empty.
    var shadowExtent: CGRect { get set }
}

extension CIFilter {
    /// A filter that rolls an image up like a page that casts a shadow on another below.
    public class func pageCurlWithShadowTransition() -> any CIFilter & CIPageCurlWithShadowTransition {
        registered(PageCurlWithShadowTransition())
    }
}

extension PageCurlWithShadowTransition: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init { "extent=0,0,320,240 shadowExtent=0,0,320,240 angle=-2.6 radius=40 shadowSize=1 time=\($0)" }
    }
}
