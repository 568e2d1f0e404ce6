import Foundation

/// Which file an address of this process was loaded from.
enum LoadedFile {
    /// The path of the program or library that holds the address, from the kernel's list of the process's memory; nil for other memory.
    static func path(of address: UnsafeRawPointer) -> String? {
        guard let list = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
        let value = UInt(bitPattern: address)
        for line in list.split(separator: "\n") {
            // from-to permissions offset device inode path
            let fields = line.split(separator: " ", maxSplits: 5)
            let range = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard range.count == 2, (range[0]..<range[1]).contains(value) else { continue }
            guard fields.count == 6 else { return nil }
            let path = fields[5].trimmingCharacters(in: .whitespaces)
            return path.hasPrefix("/") ? path : nil
        }
        return nil
    }
}
