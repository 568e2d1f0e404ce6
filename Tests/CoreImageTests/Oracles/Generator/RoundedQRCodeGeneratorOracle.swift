import BarcodeReading
import Barcodes
import CoreImage
import Testing

extension FilterOracle {
    /// The shapes are this project's choice. The centres of modules must encode the message, dots must have the right
    /// area, and markers the requested corners.
    static let roundedQRCodeGenerator = FilterOracle("CIRoundedQRCodeGenerator", .properties) {
        for (markers, data, scale) in [(0, false, 12), (1, true, 8), (2, true, 17)] {
            let symbol = try RoundedSymbol(
                ["inputRoundedMarkers": markers, "inputRoundedData": data, "inputScale": scale], size: 25)
            #expect(try QRCodeReading(symbol.modules).message() == Array(RoundedSymbol.message.utf8))
            // Corner pixels of a finder pattern and of the alignment pattern.
            #expect(symbol.amount(column: 0, row: 0, x: 0, y: scale - 1) == (markers > 0 ? 0 : 1))
            #expect(symbol.amount(column: 16, row: 16, x: 0, y: scale - 1) == (markers > 1 ? 0 : 1))
            // Rings have straight sides, and their light ring is that of square markers.
            #expect(symbol.ink(column: 3, row: 0) == 1 && symbol.ink(column: 3, row: 1) == 0)
            #expect(symbol.ink(column: 18, row: 16) == 1 && symbol.ink(column: 18, row: 17) == 0)
            // The module beside the lower left finder pattern is always dark.
            let ink = symbol.ink(column: 8, row: 17)
            #expect(data ? abs(ink - .pi / 4) < 0.01 : ink == 1, "a dark module has \(ink) of ink")
        }
        try checkSpace()
    }

    /// Levels Q and H get an empty square of whole modules in the middle, limited to a quarter and a third of the
    /// width. All other modules are as without it.
    private static func checkSpace() throws {
        for (level, wanted, limited) in [("L", 0.33, 0), ("Q", 0.33, 0.25), ("H", 0.3, 0.3), ("H", 1, 1.0 / 3)] {
            let inputs: [String: Any] = ["inputCorrectionLevel": level, "inputScale": 8, "inputRoundedData": false]
            let plain = try RoundedSymbol(inputs.merging(["inputCenterSpaceSize": 0]) { $1 }, size: nil).modules
            let modules = try RoundedSymbol(inputs.merging(["inputCenterSpaceSize": wanted]) { $1 }, size: nil).modules
            let size = modules.width
            let whole = Int((Double(size) * limited).rounded(.down))
            let width = whole == 0 || whole % 2 == 1 ? whole : whole - 1
            let space = (size - width) / 2..<(size + width) / 2
            #expect(space.allSatisfy { row in space.allSatisfy { !modules[$0, row] } }, "\(level) \(wanted)")
            #expect(size >= plain.width && (width == 0) == (level == "L"))
            // The modules are only comparable if the version didn't grow.
            guard plain.width == size else { continue }
            let others = (0..<size * size).map { ($0 % size, $0 / size) }.filter {
                !(space.contains($0.0) && space.contains($0.1))
            }
            #expect(others.allSatisfy { modules[$0.0, $0.1] == plain[$0.0, $0.1] }, "\(level) \(wanted)")
        }
    }
}

/// A rounded QR code in two colours, as the share of the foreground in each pixel.
private struct RoundedSymbol {
    /// 20 bytes need version 2 at level M.
    static let message = "https://example.com/"
    private let pixels: PixelGrid
    private let scale: Int
    private let size: Int
    private static let background = SIMD4(linearFromSRGB(0.9), linearFromSRGB(0.8), linearFromSRGB(0.2), 1)
    private static let foreground = SIMD4(0, 0, linearFromSRGB(0.5), 1)

    init(_ inputs: [String: Any], size expected: Int?) throws {
        let filter = try #require(CIFilter(name: "CIRoundedQRCodeGenerator"))
        filter.setValue(Data(Self.message.utf8), forKey: "inputMessage")
        filter.setValue(CIColor(red: 0.9, green: 0.8, blue: 0.2), forKey: "inputColor0")
        filter.setValue(CIColor(red: 0, green: 0, blue: 0.5), forKey: "inputColor1")
        filter.setValuesForKeys(inputs)
        let image = try #require(filter.outputImage)
        let scale = try #require(inputs["inputScale"] as? Int)
        self.scale = scale
        let size = Int(image.extent.width) / scale - 2
        #expect(image.extent == CGRect(x: 0, y: 0, width: (size + 2) * scale, height: (size + 2) * scale))
        if let expected { #expect(size == expected) }
        self.size = size
        pixels = try PixelGrid(rendering: image, in: image.extent)
    }

    /// The share of the foreground at a pixel of a module, from its lower left corner.
    func amount(column: Int, row: Int, x: Int, y: Int) -> Float {
        let pixel = pixels[(column + 1) * scale + x, (size - row) * scale + y]
        let (offset, whole) = (pixel - Self.background, Self.foreground - Self.background)
        let share = (offset * whole).sum() / (whole * whole).sum()
        return abs(share) < 1e-5 ? 0 : abs(share - 1) < 1e-5 ? 1 : share
    }

    /// The mean share of the foreground in a module.
    func ink(column: Int, row: Int) -> Float {
        let places = (0..<scale * scale).map { ($0 % scale, $0 / scale) }
        return places.reduce(0) { $0 + amount(column: column, row: row, x: $1.0, y: $1.1) } / Float(places.count)
    }

    /// The modules, read at their centres.
    var modules: ModuleGrid {
        var grid = ModuleGrid(width: size, height: size)
        for row in 0..<size {
            for column in 0..<size {
                grid[column, row] = amount(column: column, row: row, x: scale / 2, y: scale / 2) > 0.5
            }
        }
        return grid
    }
}
