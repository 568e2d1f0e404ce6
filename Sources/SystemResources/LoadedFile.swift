import UntrustedInput

/// Finds the file that an address of this process was loaded from.
package enum LoadedFile {
    /// Returns the path of the program or library that contains the address, according to `/proc/self/maps`. Returns
    /// nil for other memory.
    package static func path(of address: UnsafeRawPointer) -> String? {
        (try? FileReader.bytes(at: "/proc/self/maps")).flatMap { path(of: UInt(bitPattern: address), in: $0) }
    }

    /// Returns the path for an address, according to the lines of such a file. The file has hundreds of lines, and is
    /// read whenever a program starts, so only one of them becomes text.
    static func path(of address: UInt, in maps: [UInt8]) -> String? {
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            // `55d0-55d4 r-xp 00000000 fe:01 1234   /path`
            var rest = line
            guard let first = hexadecimal(&rest, until: "-"), first <= address,
                let end = hexadecimal(&rest, until: " "), address < end
            else { continue }
            let fields = rest.split(separator: UInt8(ascii: " "), maxSplits: 4)
            guard fields.count == 5 else { return nil }
            let path = String(decoding: fields[4].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
            return path.hasPrefix("/") ? path : nil
        }
        return nil
    }

    /// Returns a number, and removes it and the character after it; nil if there are other characters.
    private static func hexadecimal(_ text: inout ArraySlice<UInt8>, until end: Unicode.Scalar) -> UInt? {
        var number: UInt = 0
        while let byte = text.popFirst() {
            if byte == UInt8(ascii: end) { return number }
            guard let digit = digit(byte) else { return nil }
            number = number << 4 | digit
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> UInt? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
