import CoreImageEssentials
import Foundation

/// Darkens an image outside a circle, or lightens it: `rgb · decode(1 − intensity · s)` with the smooth step
/// `s = x³ (6x² − 15x + 10)` of `x = (|p − centre| / radius − (1 − h)) / 2h`, clamped to 0…1, where `h = ½ + falloff`,
/// and sRGB's transfer function as `decode`.
///
/// So the image is dimmed increasingly from `(½ − falloff) · radius` to `(3/2 + falloff) · radius`, where it is black
/// at intensity 1; halfway, on the circle, it looks half as bright. Computed on linear working-space colour; alpha is
/// kept. Negative intensities lighten. Intensities are clamped to −10…10, the factor to at least 0, and the falloff to
/// 0…1. Numbers that aren't finite count as the default's, except an infinite radius, which changes nothing. With a
/// radius of 0 the whole image is outside. Source: a third party's measurements of Core Image at falloff ½; other
/// falloffs follow its formula and were not compared.
class VignetteEffect: CIFilter, CIVignetteEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVignetteEffect", categories: [.colorEffect, .highDynamicRange, .interlaced, .video], kind: .color,
            summary: "Darkens or lightens an image outside a circle.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 150, min: 0, slider: 0...2000, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 1, range: -1...1, slider: -1...1, identity: 0, nonFinite: 1) var intensity: Float
    @CIInput(default: 0.5, range: 0...1, slider: 0...1, nonFinite: 0.5) var falloff: Float

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        return VignetteMask(
            center: center, radius: radius.isNaN ? 150 : radius, intensity: intensity,
            falloff: falloff
        ).applied(to: inputImage)
    }
}

/// Inputs of the vignette around a point.
public protocol CIVignetteEffect: CIFilterProtocol {
    /// The image to darken.
    var inputImage: CIImage? { get set }
    /// The circle's centre, in working space.
    var center: CGPoint { get set }
    /// The circle's radius in pixels, 0 or more.
    var radius: Float { get set }
    /// From −1 (light outside) over 0 (no change) to 1 (black outside).
    var intensity: Float { get set }
    /// How soft the circle is: from 0 to 1.
    var falloff: Float { get set }
}

extension CIFilter {
    /// A filter that darkens an image outside a circle.
    public class func vignetteEffect() -> any CIFilter & CIVignetteEffect { registered(VignetteEffect()) }
}
