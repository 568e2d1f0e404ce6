import CoreImageEssentials

/// Inputs of the conversions to and from CIE L\*a\*b\*.
public protocol CIConvertLab: CIFilterProtocol {
    /// The image to convert.
    var inputImage: CIImage? { get set }
    /// Whether L, a and b are scaled to 0…1. Otherwise L runs from 0 to 100, and a and b from −128 to 128.
    var normalize: Bool { get set }
}
