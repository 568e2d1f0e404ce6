import Barcodes

/// The contents of a QR code, read from its modules without error correction: a symbol with errors is refused.
package struct QRCodeReading {
    /// The version, from 1 to 40.
    package let version: Int
    /// Named by the format information.
    package let level: QRCodeLevel
    /// Named by the format information.
    package let mask: Int
    /// Data codewords, block after block.
    package let codewords: [UInt8]

    /// Reads a symbol; wrong check bits of any kind throw.
    package init(_ grid: ModuleGrid) throws {
        guard grid.width == grid.height, (21...177).contains(grid.width), grid.width % 4 == 1 else {
            throw UnreadableSymbol("\(grid.width) × \(grid.height) modules")
        }
        version = (grid.width - 17) / 4
        let layout = QRCodeLayout(version: version)
        (level, mask) = try Self.format(of: grid, layout: layout)
        let mask = mask
        let bits = layout.path.map { grid[$0.column, $0.row] != Self.inverts(mask, $0.row, $0.column) }
        var reader = BitReader(bits)
        let blocks = QRCodeBlocks(version: version, level: level)
        var parts = [[Int]](repeating: [], count: blocks.count)
        for block in blocks.blockOfCodeword { parts[block].append(try reader.next(8)) }
        for part in parts
        where !Syndromes.vanish(part, checkCount: blocks.checkCount, polynomial: 0x11d, firstRoot: 0) {
            throw UnreadableSymbol("a block's check codewords are wrong")
        }
        codewords = parts.flatMap { $0.dropLast(blocks.checkCount) }.map { UInt8($0) }
    }

    private static func format(of grid: ModuleGrid, layout: QRCodeLayout) throws -> (QRCodeLevel, Int) {
        let copies = layout.formatPlaces.map { places in
            places.reduce(0) { $0 << 1 | (grid[$1.column, $1.row] ? 1 : 0) }
        }
        guard copies[0] == copies[1] else { throw UnreadableSymbol("the copies of the format information differ") }
        let format = copies[0] ^ 0b101_0100_0001_0010
        var rest = format
        for bit in (10..<15).reversed() where rest >> bit & 1 != 0 { rest ^= 0b101_0011_0111 << (bit - 10) }
        guard rest == 0 else { throw UnreadableSymbol("the format information's check bits are wrong") }
        let levels: [QRCodeLevel] = [.medium, .low, .high, .quartile]
        return (levels[format >> 13], format >> 10 & 7)
    }

    private static func inverts(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
        [
            (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, (i * j) % 2 + (i * j) % 3,
            ((i * j) % 3 + i * j) % 2, ((i * j) % 3 + i + j) % 2,
        ][mask] == 0
    }

    /// The bytes of the message.
    package func message() throws -> [UInt8] {
        var reader = BitReader(codewords.flatMap { word in (0..<8).map { word >> (7 - $0) & 1 != 0 } })
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        let size = version < 10 ? 0 : version < 27 ? 1 : 2
        var result: [UInt8] = []
        while reader.rest >= 4 {
            switch try reader.next(4) {
            case 0: return result
            case 1:
                var count = try reader.next([10, 12, 14][size])
                while count > 0 {
                    let digits = min(count, 3)
                    let text = String(try reader.next([0, 4, 7, 10][digits]))
                    result += [UInt8](repeating: 48, count: digits - text.utf8.count) + Array(text.utf8)
                    count -= digits
                }
            case 2:
                var count = try reader.next([9, 11, 13][size])
                while count > 1 {
                    let pair = try reader.next(11)
                    result += [alphabet[pair / 45], alphabet[pair % 45]]
                    count -= 2
                }
                if count == 1 { result.append(alphabet[try reader.next(6)]) }
            case 4:
                for _ in 0..<(try reader.next([8, 16, 16][size])) { result.append(UInt8(try reader.next(8))) }
            case let mode: throw UnreadableSymbol("there is a segment of mode \(mode)")
            }
        }
        return result
    }
}
