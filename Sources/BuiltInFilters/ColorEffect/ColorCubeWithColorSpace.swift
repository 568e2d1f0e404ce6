import CoreImageEssentials
import FilterControls
import Foundation
import Pixels

/// A three-dimensional colour table over the components of colours in a colour space.
///
/// Works like `CIColorCube`, but the image's colours are converted from the working space to the given space before
/// they are looked up, and the results are converted back; alpha isn't involved in that. Without a space the table is
/// over working-space colour. Colours outside 0…1 in that space take the nearest face of the cube; with `extrapolate`
/// they continue it. A space without red, green and blue, and data that does not hold n³ entries, give an image whose
/// rendering throws `CIFilterError.badValue`. Source: Core Image Filter Reference.
class ColorCubeWithColorSpace: CIFilter, CIColorCubeWithColorSpace {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCubeWithColorSpace", displayName: "Color Cube with ColorSpace",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces colours with those of a three-dimensional table over a colour space.",
            status: .exact)
    }

    override class func customAttributes() -> [String: Any]? {
        let choices = ["Nearest face", "Continued"].enumerated().map { ["value": $0, "name": $1] as [String: Any] }
        return ["inputExtrapolate": [kCIAttributeChoices: choices]]
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 2, range: 2...128, identity: 2, type: kCIAttributeTypeCount) var cubeDimension: Float
    @CIInput(default: ColorTable.identityData, identity: ColorTable.identityData) var cubeData: Data
    @CIInput("inputExtrapolate") private var flag: UntypedFlag?
    @CIInput var colorSpace: CGColorSpace?

    var extrapolate: Bool {
        get { flag?.value ?? false }
        set { flag = UntypedFlag(value: newValue) }
    }

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        do {
            let table = try ColorTable(data: cubeData, key: "inputCubeData", dimension: cubeDimension, of: name)
            return try inputImage.inColorSpace(colorSpace, of: name) { image in
                image.applying(table, extrapolate: extrapolate)
            }
        } catch { return .failed(error) }
    }
}

/// A Boolean input without a type, a default or limits, because Core Image states only the class of this input.
private struct UntypedFlag: CIInputValue {
    let value: Bool

    static var attributeClass: String { Bool.attributeClass }
    static var attributeType: String? { nil }

    init(value: Bool) { self.value = value }

    init?(keyValue: Any) {
        guard let value = Bool(keyValue: keyValue) else { return nil }
        self.value = value
    }

    var keyValue: Any? { value.keyValue }
}

/// Inputs of the colour cube over a colour space.
public protocol CIColorCubeWithColorSpace: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Entries along each edge of the cube, a whole number from 2 to 128.
    var cubeDimension: Float { get set }
    /// The cube's entries: dimension³ × 4 floats in the machine's byte order, premultiplied RGBA, red fastest.
    var cubeData: Data { get set }
    /// Whether colours beyond 0…1 continue the table linearly.
    var extrapolate: Bool { get set }
    /// Space of the colours that pick entries, and of the entries: an RGB space, or nil for the working space.
    var colorSpace: CGColorSpace? { get set }
}

extension CIFilter {
    /// A filter that replaces colours with those of a table over a colour space.
    public class func colorCubeWithColorSpace() -> any CIFilter & CIColorCubeWithColorSpace {
        registered(ColorCubeWithColorSpace())
    }
}

extension ColorCubeWithColorSpace: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("cubeDimension=16 cubeData=@companions/dusk.cube colorSpace=kCGColorSpaceSRGB")
    }
}
