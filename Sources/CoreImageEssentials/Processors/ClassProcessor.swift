import Foundation
import Pixels

/// A processor that is a subclass of `CIImageProcessorKernel`.
struct ClassProcessor: PixelProcessor, @unchecked Sendable {
    // Unchecked Sendable, because the class is documented to use its arguments on several threads, as on Apple's
    // systems.
    private let type: CIImageProcessorKernel.Type
    private let arguments: [String: Any]?
    private let inputFormats: [FormatChoice]
    private let outputFormat: FormatChoice
    package let isOpaque: Bool

    /// A pixel format with its public name.
    struct FormatChoice {
        let named: CIFormat
        let layout: PixelFormat

        /// Throws `CIError.unsupportedFormat`.
        init(_ format: CIFormat, for operation: String) throws {
            named = format.rawValue == 0 ? .RGBAf : format
            layout = try named.pixelFormat(for: operation)
        }
    }

    /// Throws `CIError.unsupportedFormat` for a format that the class requests.
    init(_ type: CIImageProcessorKernel.Type, inputCount: Int, arguments: [String: Any]?) throws {
        (self.type, self.arguments, isOpaque) = (type, arguments, type.outputIsOpaque)
        inputFormats = try (0..<inputCount).map { index in
            try FormatChoice(type.formatForInput(at: Int32(index)), for: "input \(index) of the processor \(type)")
        }
        outputFormat = try FormatChoice(type.outputFormat, for: "the output of the processor \(type)")
    }

    var name: String { String(describing: type) }

    package var needsFullPrecision: Bool {
        type.outputFormat.rawValue != 0 && outputFormat.layout.component == .float32
    }

    var identity: AnyHashable? {
        guard let values = ArgumentIdentity(arguments ?? [:]) else { return nil }
        return [AnyHashable(ObjectIdentifier(type)), AnyHashable(values)]
    }

    package func region(ofInput index: Int, for output: CGRect) throws -> CGRect {
        try tiles(ofInput: index, for: output).reduce(CGRect.null) { $0.safeUnion($1) }
    }

    private func tiles(ofInput index: Int, for output: CGRect) throws -> [CGRect] {
        try type.roiTileArray(forInput: Int32(index), arguments: arguments, outputRect: output).map { tile in
            guard tile.count == 4, !(0..<4).contains(where: { tile.value(at: $0).isNaN }) else {
                throw ProcessorError.malformedRegion(processor: name, input: index, answer: tile.cgRectValue)
            }
            let rect = tile.cgRectValue
            // A null rectangle has its corner at infinity. An infinite x is therefore read as null.
            return rect.origin.x == .infinity || rect.isEmpty ? .null : rect
        }
    }

    package func process(inputs: [Raster], region: PixelRect, output: Raster) throws {
        let parts = try inputs.indices.map { try tiles(ofInput: $0, for: region.cgRect) }
        let counts = parts.map(\.count)
        guard Set(counts).count <= 1 else { throw ProcessorError.unequalTiles(processor: name, counts: counts) }
        let target = ProcessorBitmap(region, outputFormat, image: nil)
        let tileCount = counts.first ?? 1
        for tile in 0..<tileCount {
            let bitmaps = inputs.enumerated().map { index, raster in
                let wanted = PixelRect(enclosing: parts[index][tile])
                let part = wanted.isEmpty || raster.bounds.contains(wanted) ? wanted : raster.bounds
                let bitmap = ProcessorBitmap(part, inputFormats[index], image: index)
                bitmap.view.pack(raster)
                return ProcessorInput(bitmap: bitmap, roiTileIndex: tile, roiTileCount: tileCount)
            }
            try type.process(with: bitmaps, arguments: arguments, output: ProcessorOutput(bitmap: target))
            // The class uses addresses inside the bitmaps, which don't keep them alive.
            withExtendedLifetime((bitmaps, target)) {}
        }
        target.view.unpack(into: output)
    }
}
