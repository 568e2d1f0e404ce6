import CoreImageEssentials
import Foundation

/// Maps an image with light brighter than white to a display that shows less of it.
///
/// Applies `HeadroomToneMap` to linear working-space colour, in which 1 is white. Light of `sourceHeadroom` times white
/// becomes `targetHeadroom`; darker light is changed less. Hue, saturation and alpha are kept. If the target isn't
/// smaller than the source, nothing changes. Without a source headroom the image's `contentHeadroom` is used; if that
/// is unknown too, nothing changes.
///
/// `outputValue` is the headroom of the output as a number, 0 if unknown. Headrooms are clamped to at most 32. A source
/// below 1 or NaN counts as not set, such a target as 1. Core Image's curve is not published; this one is that of a
/// public standard.
class ToneMapHeadroom: CIFilter, CIToneMapHeadroom {
    override class var registration: CIFilterRegistration {
        .init(
            "CIToneMapHeadroom",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes light brighter than white fit a display that shows less of it.",
            status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputSourceHeadroom", default: nil, range: 1...32, slider: 1...8) var givenSourceHeadroom: Float?
    @CIInput(default: 1, range: 1...32, slider: 1...8) var targetHeadroom: Float

    private static let outputValueKey = "outputValue"

    var sourceHeadroom: Float {
        get { givenSourceHeadroom ?? inputImage?.contentHeadroom ?? 0 }
        set { givenSourceHeadroom = newValue }
    }

    /// Source and target within their limits. The source is 0 if unknown.
    private var headrooms: (source: Float, target: Float) {
        let known = sourceHeadroom >= 1 ? sourceHeadroom : inputImage?.contentHeadroom ?? 0
        let most = HeadroomToneMap.range.upperBound
        return (min(known, most), targetHeadroom >= 1 ? min(targetHeadroom, most) : 1)
    }

    override var outputKeys: [String] { [kCIOutputImageKey, Self.outputValueKey] }

    override func value(forKey key: String) -> Any? {
        guard key == Self.outputValueKey else { return super.value(forKey: key) }
        guard inputImage != nil else { return nil }
        return NSNumber(value: min(headrooms.source, headrooms.target))
    }

    override var outputImage: CIImage? {
        inputImage.map { HeadroomToneMap.mapped($0, from: headrooms.source, to: headrooms.target) }
    }
}

/// Inputs of the tone map between headrooms. A headroom is the brightest light in relation to white, from 1.
public protocol CIToneMapHeadroom: CIFilterProtocol {
    /// The image to map.
    var inputImage: CIImage? { get set }
    /// The image's headroom, from 1 to 32; until it is set, the image's `contentHeadroom`.
    var sourceHeadroom: Float { get set }
    /// The display's headroom, from 1 to 32.
    var targetHeadroom: Float { get set }
}

extension CIFilter {
    /// A filter that makes light brighter than white fit a display.
    public class func toneMapHeadroom() -> any CIFilter & CIToneMapHeadroom { registered(ToneMapHeadroom()) }
}

extension ToneMapHeadroom: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("ExposureAdjust EV=2, ToneMapHeadroom sourceHeadroom=4") }
}
