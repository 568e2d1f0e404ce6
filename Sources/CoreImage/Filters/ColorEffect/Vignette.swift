import Foundation

/// Darkens an image towards its corners, or lightens it.
///
/// The vignette of `CIVignetteEffect` around the middle of the extent, with a falloff of ½ and a circle through the
/// corners times `radius`: at radius 1 and intensity 1 the corners look half as bright, and a larger radius darkens
/// less. On linear working-space colour; alpha is kept. No formula is published; this one is ours.
///
/// Intensities are held between −10 and 10; one that isn't finite counts as 0, a radius that isn't as 1. An infinite
/// image has no corners: it makes an image whose rendering throws `CIFilterError.badValue`, unless the intensity is 0.
final class Vignette: CIFilter, CIVignette {
    override class var registration: CIFilterRegistration {
        .init(
            "CIVignette", categories: [.colorEffect, .highDynamicRange, .interlaced, .video], kind: .color,
            summary: "Darkens or lightens an image towards its corners.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 0, range: -1...1, slider: -1...1, identity: 0) var intensity: Float
    @CIInput(default: 1, range: 0...2, slider: 0...2) var radius: Float

    override var result: CIImage? {
        guard let inputImage else { return nil }
        let (intensity, extent) = (intensity.finite(or: 0), inputImage.extent)
        if intensity == 0 || extent.isEmpty { return inputImage }
        let corner = hypot(extent.width, extent.height) / 2
        guard !extent.isInfinite, corner.isFinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: kCIInputImageKey,
                    reason: "its extent is infinite, and has no corners; crop it first"))
        }
        return VignetteMask(
            center: CGPoint(x: extent.midX, y: extent.midY), radius: radius.finite(or: 1) * Float(corner),
            intensity: intensity, falloff: 0.5
        ).applied(to: inputImage)
    }
}

/// Inputs of the vignette.
public protocol CIVignette: CIFilterProtocol {
    /// The image to darken, of finite extent.
    var inputImage: CIImage? { get set }
    /// From −1 (light corners) over 0 (no change) to 1 (dark corners).
    var intensity: Float { get set }
    /// How far from the middle the corners begin to be dark: from 0 to 2, where 1 is for half as bright in the corners
    /// themselves.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that darkens an image towards its corners.
    public class func vignette() -> any CIFilter & CIVignette { Vignette() }
}
