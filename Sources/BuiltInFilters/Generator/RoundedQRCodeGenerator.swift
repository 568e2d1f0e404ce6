import Barcodes
import CoreImageEssentials
import Foundation

/// A QR code whose modules are dots and whose markers are rounded, with space for a picture in the middle.
///
/// The symbol is that of the QR code generator, with a border of one light module, enlarged by `inputScale`, which is
/// clamped to 8…64 and rounded so that modules are whole pixels. `inputRoundedMarkers` rounds the finder patterns at 1
/// and the alignment patterns too at 2; `inputRoundedData` draws all other dark modules as dots. For levels Q and H, a
/// square of `inputCenterSpaceSize` times the symbol's width, at most 0.25 and 1/3, is left light in the middle, in
/// whole modules; a larger version is used if the error correction couldn't compensate for it. Levels L and M have no
/// such space.
///
/// The shapes are ours, as none are published: dots one module wide, and markers of rings with round corners. Edges are
/// anti-aliased by their distance. Colour 0 is the background and the space in the middle, colour 1 the foreground.
/// (Core Image's text names colour 1 for the space, but its users describe it as blank.) They are mixed as
/// premultiplied linear pixels. The extent begins at the origin. A message that is empty or too long, or an unknown
/// level, gives an image whose rendering throws the reason. `outputCGImage` is the picture as a bitmap.
class RoundedQRCodeGenerator: CIFilter, CIRoundedQRCodeGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRoundedQRCodeGenerator", displayName: "Rounded QR Code Generator",
            categories: [.generator, .stillImage, .builtIn],
            kind: .generator, summary: "Draws a message as a QR code of rounded shapes.", status: .ours)
    }

    override class func customAttributes() -> [String: Any]? { QRCodeLevelChoices.attributes }

    @CIInput var inputMessage: Data?
    @CIInput(default: "M") var correctionLevel: String
    @CIInput(default: 16, range: 8...64, slider: 16...32) var scale: Float
    @CIInput(default: 1, range: 0...2) var roundedMarkers: Int
    @CIInput(default: true, range: 0...1) var roundedData: Bool
    @CIInput(default: 0.25, range: 0...1.0 / 3, slider: 0.2...1.0 / 3, nonFinite: 0) var centerSpaceSize: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color0: CIColor
    @CIInput(default: CIColor(red: 0, green: 0, blue: 0)) var color1: CIColor

    var message: Data {
        get { inputMessage ?? Data() }
        set { inputMessage = newValue }
    }

    private static let kernel = CIKernel(
        """
        float roundedSquare(vec2 position, float side, float radius) {
            vec2 beyond = abs(position) - side * 0.5 + radius;
            return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
        }
        float inside(float distance, float scale) { return clamp(0.5 - distance * scale, 0.0, 1.0); }
        kernel vec4 roundedQRCode(sampler modules, float scale, __color background, __color foreground) {
            vec2 place = destCoord() / scale;
            vec2 corner = floor(place);
            vec4 module = floor(sample(modules, samplerTransform(modules, corner + 0.5)) * 255.0 + 0.5);
            vec2 position = place - corner;
            float dot = inside(length(position - 0.5) - 0.5, scale);
            float width = module.r < 3.5 ? 7.0 : 5.0;
            vec2 offset = module.gb + position - width * 0.5;
            float ring = inside(roundedSquare(offset, width, width * 0.32), scale)
                - inside(roundedSquare(offset, width - 2.0, width * 0.32 - 1.0), scale);
            float core = inside(roundedSquare(offset, width - 4.0, module.r < 3.5 ? 1.0 : 0.5), scale);
            float amount = module.r < 0.5 ? 0.0 : module.r < 1.5 ? 1.0 : module.r < 2.5 ? dot : ring + core;
            return mix(background, foreground, amount);
        }
        """)

    override var outputKeys: [String] { BarcodeOutput.keys }

    override func value(forKey key: String) -> Any? {
        key == BarcodeOutput.bitmapKey ? barcodeBitmap : super.value(forKey: key)
    }

    override var outputImage: CIImage? {
        guard let inputMessage else { return nil }
        return barcode {
            let level = try barcodeLevel(named: correctionLevel)
            let (grid, space) = try symbol(of: Array(inputMessage), level: level)
            let modules = RoundedQRCodeModules(
                grid, roundsFinders: roundedMarkers >= 1, roundsAlignments: roundedMarkers >= 2,
                roundsData: roundedData,
                space: space.width)
            let pixels = (scale.isNaN ? 16 : min(max(scale, 8), 64)).rounded()
            let side = CGFloat(modules.size) * CGFloat(pixels)
            let symbol = modules.image
            return Self.kernel.apply(
                to: symbol, extent: CGRect(x: 0, y: 0, width: side, height: side),
                region: CIKernelRegion { _, _ in symbol.extent }, pixels, color0, color1)
        }
    }

    /// Returns the smallest symbol that can be read with the space in its middle.
    private func symbol(of message: [UInt8], level: QRCodeLevel) throws(BarcodeRefusal) -> (ModuleGrid, QRCodeSpace) {
        let most = level == .quartile ? 0.25 : level == .high ? 1.0 / 3 : 0
        let fraction = min(max(Double(centerSpaceSize), 0), most)
        var version = 1
        while true {
            let grid = try QRCodeEncoder.grid(message: message, level: level, minimumVersion: version)
            let space = QRCodeSpace(size: grid.width, fraction: fraction)
            version = QRCodeEncoder.version(of: grid) + 1
            if version > 40 || space.isReadable(in: grid, level: level) { return (grid, space) }
        }
    }
}

/// Inputs of the rounded QR code generator.
public protocol CIRoundedQRCodeGenerator: CIFilterProtocol {
    /// The bytes to encode, up to 2953; text as UTF-8 or ISO 8859-1.
    var message: Data { get set }
    /// The part of the symbol that may be damaged: L, M, Q or H.
    var correctionLevel: String { get set }
    /// Pixels along a module's side, from 8 to 64.
    var scale: Float { get set }
    /// 1 to round finder patterns, 2 to round alignment patterns too, 0 for neither.
    var roundedMarkers: Int { get set }
    /// Whether other modules are dots.
    var roundedData: Bool { get set }
    /// Width of the empty square in the middle as a fraction of the symbol's, for levels Q and H.
    var centerSpaceSize: Float { get set }
    /// Colour of the background.
    var color0: CIColor { get set }
    /// Colour of the modules.
    var color1: CIColor { get set }
}

extension CIFilter {
    /// A filter that draws a message as a QR code of rounded shapes.
    public class func roundedQRCodeGenerator() -> any CIFilter & CIRoundedQRCodeGenerator {
        registered(RoundedQRCodeGenerator())
    }
}

extension RoundedQRCodeGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("message=https://www.swift.org") }
}
