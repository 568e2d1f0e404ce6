import Foundation

/// Makes a picture with light brighter than white fit a display that shows less of it.
///
/// `HeadroomToneMap` of the linear working-space colour, which 1 is white in: light of `sourceHeadroom` times white
/// becomes `targetHeadroom`, darker light is changed less, hue and saturation stay, and so does alpha. Where the target
/// is no smaller than the source nothing changes. Without a source headroom the image's `contentHeadroom` counts; where
/// that isn't known either, nothing changes, as nothing tells what to make room for.
///
/// `outputValue` is the headroom of the output as a number, 0 when unknown. Headrooms are held between 1 and 32; a
/// source that isn't a number of 1 or more counts as none given, and such a target as 1. Core Image's curve is not
/// published; this one is a public standard's.
final class ToneMapHeadroom: CIFilter, CIToneMapHeadroom {
    override class var registration: CIFilterRegistration {
        .init(
            "CIToneMapHeadroom",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Makes light brighter than white fit a display that shows less of it.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputSourceHeadroom", default: nil, range: 1...32, slider: 1...8) var givenSourceHeadroom: Float?
    @CIInput(default: 1, range: 1...32, slider: 1...8) var targetHeadroom: Float

    private static let outputValueKey = "outputValue"

    var sourceHeadroom: Float {
        get { givenSourceHeadroom ?? inputImage?.contentHeadroom ?? 0 }
        set { givenSourceHeadroom = newValue }
    }

    /// Source and target within their limits; the source is 0 when unknown.
    private var headrooms: (source: Float, target: Float) {
        let known = sourceHeadroom >= 1 ? sourceHeadroom : inputImage?.contentHeadroom ?? 0
        let most = HeadroomToneMap.range.upperBound
        return (min(known, most), targetHeadroom >= 1 ? min(targetHeadroom, most) : 1)
    }

    override var outputKeys: [String] { [kCIOutputImageKey, Self.outputValueKey] }

    override func undeclaredValue(forKey key: String) -> Any? {
        guard key == Self.outputValueKey, inputImage != nil else { return nil }
        return NSNumber(value: min(headrooms.source, headrooms.target))
    }

    override var result: CIImage? {
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
    public class func toneMapHeadroom() -> any CIFilter & CIToneMapHeadroom { ToneMapHeadroom() }
}
