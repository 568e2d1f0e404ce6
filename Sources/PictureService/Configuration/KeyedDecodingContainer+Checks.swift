import PictureBatches
import PictureWorker

// Fields of the configuration, with the checks that several of them need. Errors name the field and what is expected.
extension KeyedDecodingContainer {
    /// Returns a path, which is required.
    func path(_ key: Key) throws -> String {
        try RequestField.path(decode(String.self, forKey: key), codingPath + [key])
    }

    /// Returns a text that isn't empty.
    func text(_ key: Key) throws -> String? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        let isUsable = !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        try RequestField.check(isUsable, "a text of visible ASCII characters", codingPath + [key])
        return text
    }

    /// Returns a whole number within a range.
    func integer(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        guard let number = try decodeIfPresent(Int.self, forKey: key) else { return nil }
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        try RequestField.check(range.contains(number), expected, codingPath + [key])
        return number
    }

    /// Returns a number of seconds above 0 and up to a day.
    func seconds(_ key: Key) throws -> Double? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        try RequestField.check(number > 0 && number <= 86400, "a number of seconds above 0", codingPath + [key])
        return number
    }

    /// Returns a number of bytes, such as `"32M"`.
    func bytes(_ key: Key, atLeast least: Int) throws -> Int? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        let size = MemorySize(argument: text)
        let expected = "a size such as \"32M\", at least \(least) bytes,"
        try RequestField.check(size.map { $0.bytes >= least } ?? false, expected, codingPath + [key])
        return size?.bytes
    }

    /// Returns a number of pixels, such as `"100M"`.
    func pixels(_ key: Key) throws -> Int? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        let count = PixelCount(argument: text)
        try RequestField.check(count != nil, "a number of pixels such as \"100M\"", codingPath + [key])
        return count?.pixels
    }
}
