import Barcodes
import CoreImageEssentials
import Foundation

/// The barcode of a descriptor: QR, Aztec, PDF417 or Data Matrix (ECC 200).
///
/// The descriptor carries data codewords. Check codewords are computed, and all codewords are placed by the symbology's
/// standard (ISO/IEC 18004, 24778, 15438, 16022). A module is one pixel, and rows of PDF417 are three pixels high;
/// opaque black on opaque white with a white border: 1 pixel for QR and Data Matrix codes, 2 for the others. The extent
/// begins at the origin. Enlarging the image reads the nearest pixel, so that modules stay sharp. A payload that
/// doesn't fit the symbol gives an image whose rendering throws the reason. The outputs named `outputCGImage…` are the
/// picture as a bitmap; those that name a kind of descriptor have a value for that kind only.
class BarcodeGenerator: CIFilter, CIBarcodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBarcodeGenerator", displayName: "Barcode Generator", categories: [.generator, .video], kind: .generator,
            summary: "Draws the barcode that a descriptor describes.", status: .exact)
    }

    @CIInput var inputBarcodeDescriptor: CIBarcodeDescriptor?

    var barcodeDescriptor: CIBarcodeDescriptor {
        get { inputBarcodeDescriptor ?? CIBarcodeDescriptor() }
        set { inputBarcodeDescriptor = newValue }
    }

    override var outputKeys: [String] {
        [
            kCIOutputImageKey, "outputCGImageForQRCodeDescriptor", "outputCGImageForAztecCodeDescriptor",
            "outputCGImageForPDF417CodeDescriptor", "outputCGImageForDataMatrixCodeDescriptor", BarcodeOutput.bitmapKey,
        ]
    }

    override func value(forKey key: String) -> Any? {
        switch key {
        case "outputCGImageForQRCodeDescriptor": inputBarcodeDescriptor is CIQRCodeDescriptor ? barcodeBitmap : nil
        case "outputCGImageForAztecCodeDescriptor":
            inputBarcodeDescriptor is CIAztecCodeDescriptor ? barcodeBitmap : nil
        case "outputCGImageForPDF417CodeDescriptor":
            inputBarcodeDescriptor is CIPDF417CodeDescriptor ? barcodeBitmap : nil
        case "outputCGImageForDataMatrixCodeDescriptor":
            inputBarcodeDescriptor is CIDataMatrixCodeDescriptor ? barcodeBitmap : nil
        case BarcodeOutput.bitmapKey: barcodeBitmap
        default: super.value(forKey: key)
        }
    }

    override var outputImage: CIImage? {
        guard let inputBarcodeDescriptor else { return nil }
        return barcode { try inputBarcodeDescriptor.barcodePicture().image }
    }
}

/// Inputs of the barcode generator.
public protocol CIBarcodeGenerator: CIFilterProtocol {
    /// A descriptor of one of the four kinds.
    var barcodeDescriptor: CIBarcodeDescriptor { get set }
}

extension CIFilter {
    /// A filter that draws the barcode that a descriptor describes.
    public class func barcodeGenerator() -> any CIFilter & CIBarcodeGenerator { registered(BarcodeGenerator()) }
}

extension BarcodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("barcodeDescriptor=qr:1,0,M,40a436f726520496d6167650ec11ec11") }
}
