import Barcodes

/// The contents of a PDF417 symbol, read from its modules without error correction: a symbol with errors is refused.
package struct PDF417Reading {
    /// Columns, rows and style.
    package let size: PDF417Size
    /// The error correction level, from 0 to 8.
    package let level: Int
    /// Data codewords. The first one is their number; pad codewords are included.
    package let codewords: [Int]

    /// Reads a symbol whose rows are one module high; wrong row indicators or check codewords throw.
    package init(_ grid: ModuleGrid) throws {
        let isCompact =
            !(1...18).contains { grid.width < $0 } && !grid[grid.width - 3, 0] && grid.width % 17 == 1
            && (0..<grid.height).allSatisfy { Self.stop(of: grid, row: $0) != Self.stopBars }
        let columns = (grid.width - 1) / 17 - (isCompact ? 2 : 4)
        size = PDF417Size(columns: columns, rows: grid.height, isCompact: isCompact)
        var words: [Int] = []
        var level = 0
        for row in 0..<grid.height {
            guard Self.widths(of: grid, row: row, from: 0, count: 17) == [8, 1, 1, 1, 1, 1, 1, 3] else {
                throw UnreadableSymbol("row \(row) has no start pattern")
            }
            let ends = isCompact ? [1] : [1, columns + 2]
            for (end, place) in ends.enumerated() {
                let indicator = try Self.codeword(of: grid, row: row, place: place)
                let told = indicator % 30
                guard indicator / 30 == row / 3 else {
                    throw UnreadableSymbol("row \(row) says it is row \(indicator / 30 * 3)")
                }
                // Left indicators hold, row after row in turn, the number of rows, the level and the number of columns.
                // Right indicators have the same order, but begin with the number of columns.
                switch (row + 2 * end) % 3 {
                case 0 where told != (grid.height - 1) / 3:
                    throw UnreadableSymbol("row \(row) tells the wrong number of rows")
                case 1 where told % 3 != (grid.height - 1) % 3:
                    throw UnreadableSymbol("row \(row) tells the wrong number of rows")
                case 1: level = told / 3
                case 2 where told != columns - 1: throw UnreadableSymbol("row \(row) tells the wrong number of columns")
                default: break
                }
            }
            words += try (0..<columns).map { try Self.codeword(of: grid, row: row, place: $0 + 2) }
        }
        self.level = level
        guard Syndromes.vanishModulo929(words, checkCount: 2 << level) else {
            throw UnreadableSymbol("the check codewords are wrong")
        }
        guard words[0] == words.count - (2 << level) else { throw UnreadableSymbol("the number of codewords is wrong") }
        codewords = Array(words.prefix(words[0]))
    }

    private static let stopBars = [7, 1, 1, 3, 1, 1, 1, 2, 1]

    private static func stop(of grid: ModuleGrid, row: Int) -> [Int] {
        widths(of: grid, row: row, from: grid.width - 18, count: 18)
    }

    /// Widths of bars and spaces.
    private static func widths(of grid: ModuleGrid, row: Int, from start: Int, count: Int) -> [Int] {
        guard start >= 0 else { return [] }
        var result: [Int] = []
        var current: Bool?
        for column in start..<start + count {
            let dark = grid[column, row]
            if dark == current { result[result.count - 1] += 1 } else { result.append(1) }
            current = dark
        }
        return result
    }

    private static func codeword(of grid: ModuleGrid, row: Int, place: Int) throws -> Int {
        let start = place * 17
        let bars = widths(of: grid, row: row, from: start, count: 17)
        // The cluster of a codeword is a function of its bar widths. Row r uses cluster 3 (r mod 3).
        guard bars.count == 8, (bars[0] - bars[2] + bars[4] - bars[6] + 9) % 9 == row % 3 * 3 else {
            throw UnreadableSymbol("row \(row) has a codeword of another cluster")
        }
        let pattern = (0..<17).reduce(0) { $0 << 1 | (grid[start + $1, row] ? 1 : 0) }
        guard let codeword = PDF417Reading.codewords[row % 3][pattern] else {
            throw UnreadableSymbol("no such codeword")
        }
        return codeword
    }

    private static let codewords: [[Int: Int]] = (0..<3).map { cluster in
        Dictionary(
            uniqueKeysWithValues: (0..<929).map { word in
                (PDF417Symbol.modules(of: word, cluster: cluster).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }, word)
            })
    }

    /// The bytes of the message.
    package func message() throws -> [UInt8] {
        var result: [UInt8] = []
        var place = 1
        while place < codewords.count {
            var end = place
            let mode = codewords[place]
            let start = mode < 900 ? place : place + 1
            end = start
            while end < codewords.count, codewords[end] < 900 { end += 1 }
            let words = Array(codewords[start..<end])
            switch mode {
            case ...900: result += Self.text(words)
            case 901, 924: result += Self.bytes(words, isFull: mode == 924)
            case 902: result += try Self.digits(words)
            default: throw UnreadableSymbol("there is the codeword \(mode)")
            }
            place = end
        }
        return result
    }

    private static func bytes(_ words: [Int], isFull: Bool) -> [UInt8] {
        // Five codewords hold six bytes. If the byte count isn't a multiple of six (mode 901), the last codewords hold
        // one byte each, up to five of them.
        let groups = isFull ? words.count / 5 : max(words.count - 1, 0) / 5
        let whole = (0..<groups).flatMap { group in
            let number = words[group * 5..<group * 5 + 5].reduce(0) { $0 * 900 + $1 }
            return (0..<6).map { UInt8(truncatingIfNeeded: number >> (40 - 8 * $0)) }
        }
        return whole + words[(groups * 5)...].map { UInt8(truncatingIfNeeded: $0) }
    }

    private static func digits(_ words: [Int]) throws -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: words.count, by: 15) {
            var number = [0]
            for word in words[start..<min(start + 15, words.count)] {
                var carry = word
                for place in number.indices.reversed() {
                    carry += number[place] * 900
                    number[place] = carry % 10
                    carry /= 10
                }
                while carry > 0 {
                    number.insert(carry % 10, at: 0)
                    carry /= 10
                }
            }
            guard number[0] == 1 else { throw UnreadableSymbol("a group of digits doesn't begin with 1") }
            result += number.dropFirst().map { UInt8(48 + $0) }
        }
        return result
    }

    private static func text(_ words: [Int]) -> [UInt8] {
        let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
        let punctuation = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)
        var result: [UInt8] = []
        var (mode, shift) = (0, -1)
        for value in words.flatMap({ [$0 / 30, $0 % 30] }) {
            let current = shift >= 0 ? shift : mode
            shift = -1
            switch (current, value) {
            case (0, 0...25): result.append(UInt8(65 + value))
            case (1, 0...25): result.append(UInt8(97 + value))
            case (0...2, 26): result.append(32)
            case (2, 0...24): result.append(mixed[value])
            case (2, 25): mode = 3
            case (3, 29): mode = 0
            case (3, _): result.append(punctuation[value])
            case (0, 27), (2, 27): mode = 1
            case (1, 27): shift = 0
            case (2, 28): mode = 0
            case (_, 28): mode = 2
            default: shift = 3
            }
        }
        return result
    }
}
