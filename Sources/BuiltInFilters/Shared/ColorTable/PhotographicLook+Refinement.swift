import CoreImageEssentials

extension PhotographicLook {
    /// Values added to the tones: for each tone a cube of numbers, red fastest, with trilinear interpolation.
    struct Refinement: Sendable {
        private let numbers: [Float]
        /// Number of entries along each edge of a cube.
        private let edge: Int

        /// A refinement that adds nothing.
        static let none = Refinement(numbers: [], edge: 0)

        private init(numbers: [Float], edge: Int) { (self.numbers, self.edge) = (numbers, edge) }

        /// Parses cubes of 7³ numbers. Each number has two hexadecimal digits and counts steps of 1/200 from
        /// hexadecimal 80, which adds nothing. White space is ignored.
        init(hexadecimal text: String) {
            let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            self.init(numbers: Self.pairs(of: digits, base: 16).map { Float($0 - 128) / 200 }, edge: 7)
        }

        /// Parses three cubes of numbers. Each number has two base-64 digits (RFC 4648) and counts steps of 1/2048 from
        /// 2048, which adds nothing. White space is ignored.
        init(base64 text: String) {
            let numbers = Self.pairs(of: text.utf8.compactMap(Self.digit), base: 64).map { Float($0 - 2048) / 2048 }
            var edge = 2
            while 3 * edge * edge * edge < numbers.count { edge += 1 }
            self.init(numbers: numbers, edge: edge)
        }

        /// Returns the numbers that each two digits make.
        private static func pairs(of digits: [Int], base: Int) -> [Int] {
            stride(from: 0, to: digits.count - 1, by: 2).map { index in base * digits[index] + digits[index + 1] }
        }

        private static func digit(_ character: UInt8) -> Int? {
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"): 62
            case UInt8(ascii: "/"): 63
            default: nil
            }
        }

        /// Returns the value added to a tone for a colour with components from 0 to 1.
        func value(of tone: Int, at color: SIMD3<Float>) -> Float {
            let start = tone * edge * edge * edge
            guard edge > 1, numbers.count >= start + edge * edge * edge else { return 0 }
            let place = color * Float(edge - 1)
            let cell = place.rounded(.down).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Float(edge - 2)))
            let share = place - cell
            let corner = start + Int(cell.x) + edge * (Int(cell.y) + edge * Int(cell.z))
            func along(_ offset: Int) -> Float {
                let value = numbers[corner + offset]
                return value + (numbers[corner + offset + 1] - value) * share.x
            }
            func across(_ offset: Int) -> Float {
                let value = along(offset)
                return value + (along(offset + edge) - value) * share.y
            }
            let near = across(0)
            return near + (across(edge * edge) - near) * share.z
        }
    }
}
