import Barcodes
import CoreImageEssentials
import Foundation

/// A Code 128 barcode of a message of ASCII characters, by ISO/IEC 15417.
///
/// The library zint chooses the code sets that make the barcode shortest. A module is one pixel, opaque black on opaque
/// white. Bars are `inputBarcodeHeight` pixels high, clamped to 1…500, with `inputQuietSpace` white pixels, clamped to
/// 0…100, on all four sides, as published renders show. The extent begins at the origin. Enlarging the image reads the
/// nearest pixel, so that modules stay sharp. Both lengths are rounded to whole pixels. A message that is empty, too
/// long or not ASCII gives an image whose rendering throws the reason. `outputCGImage` is the picture as a bitmap.
class Code128BarcodeGenerator: CIFilter, CICode128BarcodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CICode128BarcodeGenerator", displayName: "Code 128 Barcode Generator", categories: [.generator],
            kind: .generator, summary: "Draws a message as a Code 128 barcode.", status: .exact)
    }

    @CIInput var inputMessage: Data?
    @CIInput(default: 10, range: 0...100, slider: 0...20, type: kCIAttributeTypeInteger) var quietSpace: Float
    @CIInput(default: 32, range: 1...500, slider: 1...50, type: kCIAttributeTypeInteger) var barcodeHeight: Float

    var message: Data {
        get { inputMessage ?? Data() }
        set { inputMessage = newValue }
    }

    override var outputKeys: [String] { BarcodeOutput.keys }

    override func value(forKey key: String) -> Any? {
        key == BarcodeOutput.bitmapKey ? barcodeBitmap : super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        guard let inputMessage else { return nil }
        return barcode {
            let border = quietSpace.isNaN ? 10 : min(max(quietSpace.rounded(), 0), 100)
            let height = barcodeHeight.isNaN ? 32 : min(max(barcodeHeight.rounded(), 1), 500)
            let grid = try Code128Encoder.grid(message: Array(inputMessage))
            return BarcodePicture(grid, border: Int(border), rowHeight: Int(height)).image
        }
    }
}

/// Inputs of the Code 128 barcode generator.
public protocol CICode128BarcodeGenerator: CIFilterProtocol {
    /// The characters to encode, in ASCII.
    var message: Data { get set }
    /// White pixels on every side, from 0 to 100.
    var quietSpace: Float { get set }
    /// Height of the bars in pixels, from 1 to 500.
    var barcodeHeight: Float { get set }
}

extension CIFilter {
    /// A filter that draws a message as a Code 128 barcode.
    public class func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator {
        registered(Code128BarcodeGenerator())
    }
}

extension Code128BarcodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("message=Core Image") }
}
