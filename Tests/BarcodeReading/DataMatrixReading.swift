import Barcodes

/// The contents of a Data Matrix symbol, read from its modules without error correction: a symbol with errors is
/// refused.
package struct DataMatrixReading {
    /// Rows, columns and blocks.
    package let size: DataMatrixSize
    /// Data codewords.
    package let codewords: [UInt8]

    /// Reads a symbol; wrong check codewords throw.
    package init(_ grid: ModuleGrid) throws {
        guard let size = DataMatrixSize.all.first(where: { $0.rows == grid.height && $0.columns == grid.width }) else {
            throw UnreadableSymbol("\(grid.width) × \(grid.height) modules")
        }
        self.size = size
        let layout = DataMatrixLayout(size)
        var words = [Int](repeating: 0, count: size.dataCount + size.checkCount)
        for row in 0..<layout.dataArea.rows {
            for column in 0..<layout.dataArea.columns {
                let place = layout.position(row: row, column: column)
                guard grid[place.column, place.row], let owner = layout.bit(row: row, column: column) else { continue }
                words[owner.codeword] |= 128 >> owner.bit
            }
        }
        for block in 0..<size.blockCount {
            let own = stride(from: block, to: words.count, by: size.blockCount).map { words[$0] }
            let checks = size.checkCount / size.blockCount
            guard Syndromes.vanish(own, checkCount: checks, polynomial: 0b1_0010_1101, firstRoot: 1) else {
                throw UnreadableSymbol("block \(block)'s check codewords are wrong")
            }
        }
        codewords = words.prefix(size.dataCount).map { UInt8($0) }
    }

    /// The bytes of a message in the ASCII encodation.
    package func message() throws -> [UInt8] {
        var result: [UInt8] = []
        var isUpper = false
        for word in codewords {
            switch word {
            case 1...128:
                result.append(word - 1 + (isUpper ? 128 : 0))
                isUpper = false
            case 129: return result
            case 130...229: result += [48 + (word - 130) / 10, 48 + (word - 130) % 10]
            case 235: isUpper = true
            default: throw UnreadableSymbol("there is the codeword \(word)")
            }
        }
        return result
    }
}
