extension PhotographicLook {
    /// What is added to each tone in turn: a cube of numbers, red fastest, trilinear between.
    struct Refinement: Sendable {
        private let numbers: [Float]
        /// Entries along each edge of a cube.
        private let edge: Int

        /// Nothing is added.
        static let none = Refinement(numbers: [], edge: 0)

        /// Cubes of 7³ numbers of two hexadecimal digits, counted in steps of 1/200 from 80, which adds nothing. White
        /// space doesn't count.
        static func coarse(_ text: String) -> Refinement {
            let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            return Refinement(numbers: pairs(of: digits, base: 16).map { Float($0 - 128) / 200 }, edge: 7)
        }

        /// Three cubes of two digits of base 64 (RFC 4648) a number, counted in steps of 1/2048 from 2048, which adds
        /// nothing. White space doesn't count.
        static func fine(_ text: String) -> Refinement {
            let numbers = pairs(of: text.utf8.compactMap(digit), base: 64).map { Float($0 - 2048) / 2048 }
            var edge = 2
            while 3 * edge * edge * edge < numbers.count { edge += 1 }
            return Refinement(numbers: numbers, edge: edge)
        }

        /// Numbers of two digits each.
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

        /// What is added to a tone of a colour from 0 to 1.
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
