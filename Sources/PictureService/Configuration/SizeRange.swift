import PictureWorker

/// The numbers of pixels that clients may ask for, as `[least, most]`.
package struct SizeRange: Decodable, Hashable, Sendable {
    package var range: ClosedRange<Int>

    package init(_ range: ClosedRange<Int>) { self.range = range }

    package init(from decoder: any Decoder) throws {
        let numbers = try decoder.singleValueContainer().decode([Int].self)
        let isRange = numbers.count == 2 && numbers[0] >= 1 && numbers[0] <= numbers[1] && numbers[1] <= 1 << 16
        try RequestField.check(isRange, "[LEAST, MOST] with numbers of pixels from 1 to 65536", decoder.codingPath)
        range = numbers[0]...numbers[1]
    }
}
