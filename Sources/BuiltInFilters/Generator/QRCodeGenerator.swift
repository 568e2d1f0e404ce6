import Barcodes
import CoreImageEssentials
import Foundation

/// A QR code of a message, by ISO/IEC 18004: the smallest version that holds it.
///
/// The message's bytes are encoded unchanged, without a declaration of their character set; readers interpret them as
/// UTF-8 or ISO 8859-1. The library zint chooses segments. The mask is the one of least penalty by the standard, as in
/// the two known symbols of Core Image (iOS 7 and 13). A module is one pixel, opaque black on opaque white, with a
/// border of one white pixel on all sides, as published renders show. The extent begins at the origin. Enlarging the
/// image reads the nearest pixel, so that modules stay sharp. `inputCorrectionLevel` is L, M, Q or H: 7, 15, 25 or 30 %
/// of the symbol may be damaged. A message that is empty or too long, or another level, gives an image whose rendering
/// throws the reason. `outputCGImage` is the picture as a bitmap.
class QRCodeGenerator: CIFilter, CIQRCodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIQRCodeGenerator", displayName: "QR Code Generator", categories: [.generator], kind: .generator,
            summary: "Draws a message as a QR code.", status: .exact)
    }

    override class func customAttributes() -> [String: Any]? { QRCodeLevelChoices.attributes }

    @CIInput var inputMessage: Data?
    @CIInput(default: "M") var correctionLevel: String

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
            let grid = try QRCodeEncoder.grid(message: Array(inputMessage), level: barcodeLevel(named: correctionLevel))
            return BarcodePicture(grid, border: BarcodePicture.qrCodeBorder).image
        }
    }
}

/// Inputs of the QR code generator.
public protocol CIQRCodeGenerator: CIFilterProtocol {
    /// The bytes to encode, up to 2953; text as UTF-8 or ISO 8859-1.
    var message: Data { get set }
    /// The part of the symbol that may be damaged: L, M, Q or H.
    var correctionLevel: String { get set }
}

extension CIFilter {
    /// A filter that draws a message as a QR code.
    public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { registered(QRCodeGenerator()) }
}

extension QRCodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("message=https://www.swift.org") }
}
