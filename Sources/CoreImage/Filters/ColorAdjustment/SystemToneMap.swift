import Foundation

/// Makes a picture with light brighter than white fit a display, as much of it as is wanted.
///
/// The same curve as `CIToneMapHeadroom`'s, from the image's `contentHeadroom` to a headroom that follows from the
/// display's and the preferred dynamic range: 1 for `standard`, the display's for `high` and for none, and the
/// display's square root, half its stops, for `constrainedHigh`. An image whose content headroom isn't known or is no
/// larger stays as it is. Alpha is kept.
///
/// The display's headroom is held between 1 and 32, and counts as 1 when it isn't a number. A dynamic range that isn't
/// one of the three makes an image whose rendering throws `CIFilterError.badValue`. Apple's own curve and the
/// constrained headroom are not published; the curve is a public standard's, the square root ours.
final class SystemToneMap: CIFilter, CISystemToneMap {
    override class var registration: CIFilterRegistration {
        .init(
            "CISystemToneMap",
            categories: [
                .colorAdjustment, .video, .interlaced, .highDynamicRange, .nonSquarePixels, .stillImage, .builtIn,
            ],
            kind: .color, summary: "Makes light brighter than white fit a display, as much of it as is wanted.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, range: 1...32, slider: 1...8) var displayHeadroom: Float
    @CIInput var preferredDynamicRange: CIDynamicRangeOption?

    override var result: CIImage? {
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
                    reason: "“\(other.rawValue)” is none of \(known)"))
        }
        let source = min(inputImage.contentHeadroom, HeadroomToneMap.range.upperBound)
        return HeadroomToneMap.mapped(inputImage, from: source, to: target)
    }
}

/// Inputs of the system tone map.
public protocol CISystemToneMap: CIFilterProtocol {
    /// The image to map; its `contentHeadroom` says how bright it gets.
    var inputImage: CIImage? { get set }
    /// The brightest light of the display in relation to white, from 1 to 32.
    var displayHeadroom: Float { get set }
    /// How much brighter than white the result may get; as `high` when nil.
    var preferredDynamicRange: CIDynamicRangeOption? { get set }
}

extension CIFilter {
    /// A filter that makes light brighter than white fit a display.
    public class func systemToneMap() -> any CIFilter & CISystemToneMap { SystemToneMap() }
}
