import Barcodes
import CoreImageEssentials
import Foundation

/// An Aztec code of a message, by ISO/IEC 24778: the smallest one that holds it and has the requested share of check
/// codewords.
///
/// The message's bytes are encoded unchanged, by the library zint. A module is one pixel, opaque black on opaque white,
/// with a border of two white pixels on all sides, as published renders show. The extent begins at the origin.
/// Enlarging the image reads the nearest pixel, so that modules stay sharp. `inputCorrectionLevel` is the minimum share
/// of check codewords in percent, to which the standard adds three; it is clamped to 5…95. `inputLayers` is the number
/// of layers; with 0 or nil it is chosen automatically. `inputCompactStyle` selects a compact symbol, or a full one if
/// it is 0; with nil the smaller one is used. A message that doesn't fit gives an image whose rendering throws the
/// reason. `outputCGImage` is the picture as a bitmap.
class AztecCodeGenerator: CIFilter, CIAztecCodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAztecCodeGenerator", displayName: "Aztec Code Generator", categories: [.generator], kind: .generator,
            summary: "Draws a message as an Aztec code.", status: .exact)
    }

    @CIInput var inputMessage: Data?
    @CIInput(default: 23, range: 5...95, slider: 5...95, type: kCIAttributeTypeInteger) var correctionLevel: Float
    @CIInput(default: nil, range: 1...32, slider: 1...32, type: kCIAttributeTypeInteger) var inputLayers: Float?
    @CIInput(default: nil, range: 0...1, slider: 0...1, type: kCIAttributeTypeBoolean) var inputCompactStyle: Float?

    var message: Data {
        get { inputMessage ?? Data() }
        set { inputMessage = newValue }
    }
    var layers: Float {
        get { inputLayers ?? 0 }
        set { inputLayers = newValue }
    }
    var compactStyle: Float {
        get { inputCompactStyle ?? 0 }
        set { inputCompactStyle = newValue }
    }

    override var outputKeys: [String] { BarcodeOutput.keys }

    override func value(forKey key: String) -> Any? {
        key == BarcodeOutput.bitmapKey ? barcodeBitmap : super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        guard let inputMessage else { return nil }
        return barcode {
            let layers = try wholeNumber(inputLayers, .layers)
            let percent = correctionLevel.isNaN ? 23 : min(max(correctionLevel, 5), 95)
            let grid = try AztecEncoder.grid(
                message: Array(inputMessage), correctionPercent: Double(percent), layers: layers == 0 ? nil : layers,
                style: inputCompactStyle.map { $0 == 0 ? .full : .compact } ?? .automatic)
            return BarcodePicture(grid, border: BarcodePicture.aztecBorder).image
        }
    }
}

/// Inputs of the Aztec code generator.
public protocol CIAztecCodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// Least share of check codewords in percent, from 5 to 95.
    var correctionLevel: Float { get set }
    /// Layers of codewords, from 1 to 32, or to 4 in compact symbols; 0 chooses automatically.
    var layers: Float { get set }
    /// 1 for a compact symbol, 0 for a full one. Until it is set, it reads 0, and the smaller symbol is drawn.
    var compactStyle: Float { get set }
}

extension CIFilter {
    /// A filter that draws a message as an Aztec code.
    public class func aztecCodeGenerator() -> any CIFilter & CIAztecCodeGenerator { registered(AztecCodeGenerator()) }
}

extension AztecCodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("message=https://www.swift.org") }
}
