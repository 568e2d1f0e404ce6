import Barcodes

/// The contents of a Code 128 barcode, read from a row of modules.
package struct Code128Reading {
    /// The characters.
    package let message: [UInt8]

    /// Reads a barcode; a wrong check character throws.
    package init(_ modules: [Bool]) throws {
        var widths: [Int] = []
        for (place, dark) in modules.enumerated() {
            if place > 0, dark == modules[place - 1] { widths[widths.count - 1] += 1 } else { widths.append(1) }
        }
        guard modules.first == true, modules.last == true, widths.count % 6 == 1,
            widths.suffix(7) == [2, 3, 3, 1, 1, 1, 2]
        else {
            throw UnreadableSymbol("there is no stop pattern")
        }
        let codes = try stride(from: 0, to: widths.count - 7, by: 6).map { start in
            let text = widths[start..<start + 6].map { String($0) }.joined()
            guard let code = Self.patterns.firstIndex(of: text) else {
                throw UnreadableSymbol("there is no character \(text)")
            }
            return code
        }
        guard codes.count >= 2, let start = codes.first, (103...105).contains(start), let check = codes.last else {
            throw UnreadableSymbol("there is no start character")
        }
        let data = codes.dropFirst().dropLast()
        let sum = zip(data, 1...).reduce(start) { $0 + $1.0 * $1.1 }
        guard sum % 103 == check else { throw UnreadableSymbol("the check character is \(check), not \(sum % 103)") }
        var set = start - 103
        var (result, shift): ([UInt8], Bool) = ([], false)
        for code in data {
            let current = shift ? 1 - set : set
            shift = false
            switch (current, code) {
            case (2, ..<100): result += [UInt8(48 + code / 10), UInt8(48 + code % 10)]
            case (0, ..<64), (1, ..<96): result.append(UInt8(code + 32))
            case (0, ..<96): result.append(UInt8(code - 64))
            case (0...1, 98): shift = true
            case (0...1, 99): set = 2
            case (0, 100), (2, 100): set = 1
            case (1, 101), (2, 101): set = 0
            default: throw UnreadableSymbol("there is the code \(code) in set \(current)")
            }
        }
        message = result
    }

    /// Widths of bars and spaces of every character, from the standard's table.
    private static let patterns = """
        212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122
        123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
        131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131
        213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122
        141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112
        124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141
        411131 211412 211214 211232
        """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) }
}
