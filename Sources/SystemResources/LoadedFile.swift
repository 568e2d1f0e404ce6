import UntrustedInput

/// Finds the file that an address of this process was loaded from.
package enum LoadedFile {
    /// Returns the path of the program or library that contains the address, according to `/proc/self/maps`. Returns
    /// nil for other memory.
    package static func path(of address: UnsafeRawPointer) -> String? {
        (try? FileReader.text(at: "/proc/self/maps")).flatMap { path(of: UInt(bitPattern: address), in: $0) }
    }

    static func path(of address: UInt, in maps: String) -> String? {
        for line in maps.split(separator: "\n") {
            // `55d0-55d4 r-xp 00000000 fe:01 1234   /path`
            let fields = line.split(separator: " ", maxSplits: 5)
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
            guard fields.count == 6 else { return nil }
            let path = String(fields[5].drop { $0 == " " })
            return path.hasPrefix("/") ? path : nil
        }
        return nil
    }
}
