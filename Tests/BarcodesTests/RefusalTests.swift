import Testing

@testable import Barcodes

@Suite("Barcodes: impossible requests throw an error with a reason")
struct RefusalTests {
    private func refusal(_ make: () throws -> ModuleGrid) -> BarcodeRefusal? {
        do {
            _ = try make()
            return nil
        } catch { return error as? BarcodeRefusal }
    }

    @Test("Empty and too long messages are refused; the error states the capacity")
    func messages() {
        let long = [UInt8](repeating: 200, count: 3000)
        let qr = refusal { try QRCodeEncoder.grid(message: long, level: .high) }
        #expect(
            qr?.subject == .message && qr?.reason.contains("3000 bytes") == true && qr?.reason.contains("1273") == true)
        #expect(refusal { try QRCodeEncoder.grid(message: Array(long.prefix(1274)), level: .high) } != nil)
        #expect(refusal { try AztecEncoder.grid(message: long, correctionPercent: 23) }?.subject == .message)
        #expect(refusal { try PDF417Encoder().grid(message: long) }?.subject == .message)
        let digits = [UInt8](repeating: 49, count: 5000)
        let bars = refusal { try Code128Encoder.grid(message: digits) }
        #expect(bars?.subject == .message && bars?.reason.contains("5000") == true)
        #expect(refusal { try Code128Encoder.grid(message: [65, 200]) }?.reason.contains("byte 200 at 1") == true)
        for make in [
            { try QRCodeEncoder.grid(message: [], level: .low) },
            { try AztecEncoder.grid(message: [], correctionPercent: 23) },
            { try PDF417Encoder().grid(message: []) }, { try Code128Encoder.grid(message: []) },
        ] as [() throws -> ModuleGrid] {
            #expect(refusal(make)?.subject == .message)
        }
    }

    @Test("Layers of Aztec codes")
    func layers() {
        let text = [UInt8](repeating: 65, count: 100)
        for (layers, style, subject) in [
            (33, .automatic, .layers), (-1, .full, .layers), (5, .compact, .layers), (1, .automatic, .message),
        ] as [(Int, AztecEncoder.Style, BarcodeRefusal.Subject)] {
            let found = refusal {
                try AztecEncoder.grid(message: text, correctionPercent: 23, layers: layers, style: style)
            }
            #expect(found?.subject == subject, "\(layers)")
        }
    }

    @Test(
        "PDF417 size errors name the invalid input",
        arguments: [
            (\.columns, 31, .dataColumns), (\.columns, 1, .dataColumns), (\.rows, 2, .rows), (\.rows, 91, .rows),
            (\.rows, 3, .rows), (\.maxWidth, 60, .maxWidth), (\.minWidth, 600, .minWidth),
            (\.maxHeight, 14, .maxHeight),
            (\.minHeight, 300, .minHeight),
        ] as [(WritableKeyPath<PDF417Sizing, Int?> & Sendable, Int, BarcodeRefusal.Subject)])
    func sizes(path: WritableKeyPath<PDF417Sizing, Int?> & Sendable, value: Int, subject: BarcodeRefusal.Subject) {
        var encoder = PDF417Encoder()
        encoder.sizing[keyPath: path] = value
        let found = refusal { try encoder.grid(message: [UInt8](repeating: 200, count: 400)) }
        #expect(found?.subject == subject)
    }

    @Test("Unsuitable compaction modes and unknown correction levels are refused")
    func compaction() {
        var encoder = PDF417Encoder()
        encoder.compaction = .numeric
        #expect(refusal { try encoder.grid(message: Array("12a".utf8)) }?.subject == .compactionMode)
        encoder.compaction = .text
        #expect(refusal { try encoder.grid(message: [65, 0]) }?.reason.contains("byte 0 at 1") == true)
        encoder.compaction = .byte
        encoder.level = 9
        #expect(refusal { try encoder.grid(message: [65, 0]) }?.subject == .correctionLevel)
    }

    @Test("Payloads that don't fit their symbol")
    func payloads() {
        let makers: [() throws -> ModuleGrid] = [
            { try QRCodeSymbol.grid(codewords: [1, 2, 3], version: 1, mask: 0, level: .low) },
            { try QRCodeSymbol.grid(codewords: [UInt8](repeating: 1, count: 19), version: 1, mask: 8, level: .low) },
            { try AztecSymbol.grid(codewords: [], layout: AztecLayout(isCompact: true, layerCount: 1)) },
            { try AztecSymbol.grid(codewords: [63], layout: AztecLayout(isCompact: true, layerCount: 1)) },
            {
                try AztecSymbol.grid(
                    codewords: [1] + [Int](repeating: 5, count: 16), layout: AztecLayout(isCompact: true, layerCount: 1)
                )
            },
            { try DataMatrixSymbol.grid(codewords: [1, 2, 3], rows: 10, columns: 12) },
            { try DataMatrixSymbol.grid(codewords: [1, 2], rows: 10, columns: 10) },
            { try PDF417Symbol.grid(codewords: [3, 1, 1], size: PDF417Size(columns: 2, rows: 3, isCompact: false)) },
            {
                try PDF417Symbol.grid(
                    codewords: [4, 1, 1, 929], size: PDF417Size(columns: 2, rows: 3, isCompact: false))
            },
            { try PDF417Symbol.grid(codewords: [1], size: PDF417Size(columns: 31, rows: 3, isCompact: false)) },
        ]
        for make in makers { #expect(refusal(make)?.subject == .descriptor) }
    }
}

/// The largest QR code, whose masks take seconds in a debug build. `ZintComparisonTests` compares the capacities of all
/// versions without masks.
@Suite("Barcodes: the longest message")
struct LargestSymbolLongTests {
    @Test("A QR code of level H holds 1273 bytes")
    func fits() {
        #expect(throws: Never.self) {
            try QRCodeEncoder.grid(message: [UInt8](repeating: 200, count: 1273), level: .high)
        }
    }
}
