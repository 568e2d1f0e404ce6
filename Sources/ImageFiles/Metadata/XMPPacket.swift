import Foundation

/// The XMP packet of a picture, in UTF-8.
struct XMPPacket {
    /// The packet's text.
    let data: Data

    private static let namespace = "http://ns.adobe.com/tiff/1.0/"

    /// Returns the packet with another orientation, if it has one, as an attribute (`tiff:Orientation="6"`) or as an
    /// element (`<tiff:Orientation>6</tiff:Orientation>`). Everything else stays as it is.
    ///
    /// Readers that look at XMP would otherwise turn pixels again that are upright already.
    func settingOrientation(_ orientation: Int) -> Data {
        let bytes = [UInt8](data)
        var result: [UInt8] = []
        var done = 0
        for digits in places(in: bytes) where digits.lowerBound >= done {
            result += bytes[done..<digits.lowerBound] + Array(String(orientation).utf8)
            done = digits.upperBound
        }
        return done == 0 ? data : Data(result + bytes[done...])
    }

    /// Returns the places of the numbers, in rising order.
    private func places(in bytes: [UInt8]) -> [Range<Int>] {
        prefixes(in: bytes).flatMap { prefix in
            let name = prefix + Array(":Orientation".utf8)
            return Self.places(of: name, in: bytes).compactMap { Self.digits(after: $0 + name.count, in: bytes) }
        }
        .sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Returns the prefixes that stand for the TIFF namespace, usually only `tiff`.
    private func prefixes(in bytes: [UInt8]) -> Set<[UInt8]> {
        let declaration = Array("xmlns:".utf8)
        var result: Set<[UInt8]> = [Array("tiff".utf8)]
        for place in Self.places(of: declaration, in: bytes) {
            let name = bytes[(place + declaration.count)...].prefix { $0 != Self.equals && !Self.isSpace($0) }
            let rest = bytes[name.endIndex...].drop { $0 == Self.equals || Self.isSpace($0) }
            if rest.dropFirst().starts(with: Self.namespace.utf8) { result.insert(Array(name)) }
        }
        return result
    }

    /// Returns the place of the number that follows the name of an attribute or element; nil if none does.
    private static func digits(after end: Int, in bytes: [UInt8]) -> Range<Int>? {
        var rest = bytes[end...].drop(while: isSpace)
        if rest.first == equals {
            rest = rest.dropFirst().drop(while: isSpace)
            guard rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'") else { return nil }
        } else if rest.first != UInt8(ascii: ">") {
            return nil
        }
        rest = rest.dropFirst().drop(while: isSpace)
        let number = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return number.isEmpty ? nil : number.startIndex..<number.endIndex
    }

    private static func places(of word: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard let first = word.first, bytes.count >= word.count else { return [] }
        return (0...(bytes.count - word.count)).filter { bytes[$0] == first && bytes[$0...].starts(with: word) }
    }

    private static let equals = UInt8(ascii: "=")
    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
