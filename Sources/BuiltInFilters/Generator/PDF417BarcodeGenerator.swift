import Barcodes
import CoreImageEssentials
import FilterControls
import Foundation

/// A PDF417 symbol of a message, by ISO/IEC 15438.
///
/// A module is one pixel and a row three pixels high, opaque black on opaque white, with a border of two white pixels
/// on all sides. The extent begins at the origin, and a published render agrees in every pixel. Enlarging the image
/// reads the nearest pixel, so that modules stay sharp. Bytes are compacted here, because zint doesn't let the caller
/// choose the compaction.
///
/// Columns and rows are used as given. Missing ones, or 0, are chosen so that width divided by height comes closest to
/// the preferred ratio, 3 unless set (ours: the system's is not known), within the given widths and heights, which
/// include the border. Those limits don't apply to a direction whose number of columns or rows is given, as in the
/// published render. Without a correction level the standard's recommendation for the message's length is used.
/// Compaction is automatic (0), numeric (1), text (2) or bytes (3); `inputAlwaysSpecifyCompaction` writes the latch to
/// text even where it is implied. Impossible settings give an image whose rendering throws the reason. `outputCGImage`
/// is the picture as a bitmap.
class PDF417BarcodeGenerator: CIFilter, CIPDF417BarcodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPDF417BarcodeGenerator", displayName: "PDF417 Barcode Generator", categories: [.generator, .video],
            kind: .generator, summary: "Draws a message as a PDF417 barcode.", status: .fitted(mean: 0, percentile99: 0)
        )
    }

    override class func customAttributes() -> [String: Any]? {
        let modes = ["Automatic", "Numeric", "Text", "Bytes"].enumerated().map {
            ["value": $0, "name": $1] as [String: Any]
        }
        return ["inputCompactionMode": [kCIAttributeChoices: modes]]
    }

    @CIInput var inputMessage: Data?
    @CIInput(default: nil, range: 56...583, slider: 56...583, type: kCIAttributeTypeInteger) var inputMinWidth: Float?
    @CIInput(default: nil, range: 56...583, slider: 56...583, type: kCIAttributeTypeInteger) var inputMaxWidth: Float?
    @CIInput(default: nil, range: 13...283, slider: 13...283, type: kCIAttributeTypeInteger) var inputMinHeight: Float?
    @CIInput(default: nil, range: 13...283, slider: 13...283, type: kCIAttributeTypeInteger) var inputMaxHeight: Float?
    @CIInput(default: nil, range: 1...30, slider: 1...30, type: kCIAttributeTypeInteger) var inputDataColumns: Float?
    @CIInput(default: nil, range: 3...90, slider: 3...90, type: kCIAttributeTypeInteger) var inputRows: Float?
    @CIInput(default: nil, range: 0...0x1p63, slider: 0...0x1p63)
    var inputPreferredAspectRatio: UntypedNumber?
    @CIInput(default: nil, range: 0...3, slider: 0...3, type: kCIAttributeTypeInteger) var inputCompactionMode: Float?
    @CIInput(default: nil, range: 0...1, slider: 0...1, type: kCIAttributeTypeBoolean) var inputCompactStyle: Float?
    @CIInput(default: nil, range: 0...8, slider: 0...8, type: kCIAttributeTypeInteger) var inputCorrectionLevel: Float?
    @CIInput(default: nil, range: 0...1, slider: 0...1, type: kCIAttributeTypeBoolean)
    var inputAlwaysSpecifyCompaction: Float?

    override var outputKeys: [String] { BarcodeOutput.keys }

    override func value(forKey key: String) -> Any? {
        key == BarcodeOutput.bitmapKey ? barcodeBitmap : super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        guard let inputMessage else { return nil }
        return barcode {
            var encoder = PDF417Encoder()
            let mode = try wholeNumber(inputCompactionMode, .compactionMode) ?? 0
            guard let compaction = PDF417Compaction(rawValue: mode) else {
                throw BarcodeRefusal(
                    .compactionMode, "there is no mode \(mode); use 0 (automatic), 1 (numeric), 2 (text) or 3 (bytes)")
            }
            encoder.compaction = compaction
            encoder.alwaysSpecifiesCompaction = (inputAlwaysSpecifyCompaction ?? 0) != 0
            encoder.level = try wholeNumber(inputCorrectionLevel, .correctionLevel)
            encoder.sizing = try sizing()
            return BarcodePicture(
                try encoder.grid(message: Array(inputMessage)), border: PDF417Sizing.border,
                rowHeight: PDF417Sizing.rowHeight
            ).image
        }
    }

    private func sizing() throws(BarcodeRefusal) -> PDF417Sizing {
        var sizing = PDF417Sizing()
        sizing.isCompact = (inputCompactStyle ?? 0) != 0
        sizing.columns = try positive(inputDataColumns, .dataColumns)
        sizing.rows = try positive(inputRows, .rows)
        sizing.minWidth = try positive(inputMinWidth, .minWidth)
        sizing.maxWidth = try positive(inputMaxWidth, .maxWidth)
        sizing.minHeight = try positive(inputMinHeight, .minHeight)
        sizing.maxHeight = try positive(inputMaxHeight, .maxHeight)
        if let ratio = inputPreferredAspectRatio?.value, !ratio.isNaN {
            sizing.aspectRatio = Double(min(max(ratio, 0), 1e6))
        }
        return sizing
    }

    /// The typed properties read 0 until they are set, so 0 counts as not set.
    private func positive(_ value: Float?, _ subject: BarcodeRefusal.Subject) throws(BarcodeRefusal) -> Int? {
        try wholeNumber(value, subject).flatMap { $0 == 0 ? nil : $0 }
    }
}

extension PDF417BarcodeGenerator {
    var message: Data {
        get { inputMessage ?? Data() }
        set { inputMessage = newValue }
    }
    var minWidth: Float {
        get { inputMinWidth ?? 0 }
        set { inputMinWidth = newValue }
    }
    var maxWidth: Float {
        get { inputMaxWidth ?? 0 }
        set { inputMaxWidth = newValue }
    }
    var minHeight: Float {
        get { inputMinHeight ?? 0 }
        set { inputMinHeight = newValue }
    }
    var maxHeight: Float {
        get { inputMaxHeight ?? 0 }
        set { inputMaxHeight = newValue }
    }
    var dataColumns: Float {
        get { inputDataColumns ?? 0 }
        set { inputDataColumns = newValue }
    }
    var rows: Float {
        get { inputRows ?? 0 }
        set { inputRows = newValue }
    }
    var preferredAspectRatio: Float {
        get { inputPreferredAspectRatio?.value ?? 0 }
        set { inputPreferredAspectRatio = UntypedNumber(newValue) }
    }
    var compactionMode: Float {
        get { inputCompactionMode ?? 0 }
        set { inputCompactionMode = newValue }
    }
    var compactStyle: Float {
        get { inputCompactStyle ?? 0 }
        set { inputCompactStyle = newValue }
    }
    var correctionLevel: Float {
        get { inputCorrectionLevel ?? 0 }
        set { inputCorrectionLevel = newValue }
    }
    var alwaysSpecifyCompaction: Float {
        get { inputAlwaysSpecifyCompaction ?? 0 }
        set { inputAlwaysSpecifyCompaction = newValue }
    }
}

/// Inputs of the PDF417 barcode generator. Inputs that haven't been set read 0.
public protocol CIPDF417BarcodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// Least width in pixels, from 56 to 583; 0 for any.
    var minWidth: Float { get set }
    /// Largest width in pixels, from 56 to 583; 0 for any.
    var maxWidth: Float { get set }
    /// Least height in pixels, from 13 to 283; 0 for any.
    var minHeight: Float { get set }
    /// Largest height in pixels, from 13 to 283; 0 for any.
    var maxHeight: Float { get set }
    /// Columns of data codewords, from 1 to 30; 0 chooses automatically.
    var dataColumns: Float { get set }
    /// Rows, from 3 to 90; 0 chooses automatically.
    var rows: Float { get set }
    /// The preferred ratio of width to height.
    var preferredAspectRatio: Float { get set }
    /// How bytes become codewords: 0 automatic, 1 numeric, 2 text, 3 bytes.
    var compactionMode: Float { get set }
    /// 1 to leave out the right row indicators.
    var compactStyle: Float { get set }
    /// From 0 to 8. A level n gives 2ⁿ⁺¹ check codewords.
    var correctionLevel: Float { get set }
    /// 1 to write the compaction mode even where it is implied.
    var alwaysSpecifyCompaction: Float { get set }
}

extension CIFilter {
    /// A filter that draws a message as a PDF417 barcode.
    public class func pdf417BarcodeGenerator() -> any CIFilter & CIPDF417BarcodeGenerator {
        registered(PDF417BarcodeGenerator())
    }
}

extension PDF417BarcodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("message=https://www.swift.org") }
}
