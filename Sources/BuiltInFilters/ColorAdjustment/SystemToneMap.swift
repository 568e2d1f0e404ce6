import CoreImageEssentials
import FilterControls
import Foundation

/// Maps an image with light brighter than white to the range of a display, according to the preferred dynamic range.
///
/// The curve is that of `CIToneMapHeadroom`, from the image's `contentHeadroom` to a target headroom. The target is 1
/// for `standard`, the display's headroom for `high` and for nil, and its square root (half its stops) for
/// `constrainedHigh`. An image whose content headroom is unknown or isn't larger than the target doesn't change. Alpha
/// is kept.
///
/// The display's headroom is clamped to 1…32; NaN counts as 1. A dynamic range other than these three gives an image
/// whose rendering throws `CIFilterError.badValue`. Apple's own curve and the constrained headroom are not published:
/// the curve is that of a public standard, and the square root is ours.
class SystemToneMap: CIFilter, CISystemToneMap {
    override class var registration: CIFilterRegistration {
        .init(
            "CISystemToneMap",
            categories: [
                .colorAdjustment, .video, .interlaced, .highDynamicRange, .nonSquarePixels, .stillImage, .builtIn,
            ],
            kind: .color, summary: "Makes light brighter than white fit a display, as much of it as is wanted.",
            status: .ours)
    }

    override class func customAttributes() -> [String: Any]? {
        let choices = CIDynamicRangeOption.known.map { ["value": $0.rawValue, "name": $0.rawValue] }
        return ["inputPreferredDynamicRange": [kCIAttributeChoices: choices]]
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, range: 1...32, slider: 1...8) var displayHeadroom: Float
    @CIInput var preferredDynamicRange: CIDynamicRangeOption?

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let display = displayHeadroom >= 1 ? min(displayHeadroom, HeadroomToneMap.range.upperBound) : 1
        let target: Float
        switch preferredDynamicRange {
        case nil, .high?: target = display
        case .constrainedHigh?: target = display.squareRoot()
        case .standard?: target = 1
        case let other?:
            let known = CIDynamicRangeOption.known.map(\.rawValue).joined(separator: ", ")
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputPreferredDynamicRange",
                    reason: "“\(other.rawValue)” is not a dynamic range; use \(known)"))
        }
        let source = min(inputImage.contentHeadroom, HeadroomToneMap.range.upperBound)
        return HeadroomToneMap.mapped(inputImage, from: source, to: target)
    }
}

/// Inputs of the system tone map.
public protocol CISystemToneMap: CIFilterProtocol {
    /// The image to map. Its `contentHeadroom` is the source headroom.
    var inputImage: CIImage? { get set }
    /// The brightest light of the display in relation to white, from 1 to 32.
    var displayHeadroom: Float { get set }
    /// How much brighter than white the result may get. Nil means `high`.
    var preferredDynamicRange: CIDynamicRangeOption? { get set }
}

extension CIFilter {
    /// A filter that makes light brighter than white fit a display.
    public class func systemToneMap() -> any CIFilter & CISystemToneMap { registered(SystemToneMap()) }
}

extension SystemToneMap: CIFilterExampleProviding {
    static var example: CIFilterExample { .init(appearance: .unchanged) }
}
