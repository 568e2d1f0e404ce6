import Foundation

/// Checks the names of a package's entries, which are untrusted and must not lead outside the bundle.
enum EntryName {
    /// Returns the reason why a name can't be used, as the end of a sentence; nil if it can.
    static func refusal(_ name: String, limits: PackageLimits = .standard) -> String? {
        if name.isEmpty { return "is empty" }
        if name.hasPrefix("/") { return "is a path from the root" }
        if name.utf8.count > limits.pathLength { return "is longer than \(limits.pathLength) bytes" }
        if name.contains("\\") || name.contains(":") { return "has characters that other systems take for separators" }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0.value == 0xFFFD }) {
            return "has characters that can't be shown"
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > limits.depth { return "has more than \(limits.depth) parts" }
        for part in parts {
            if part.isEmpty || part == "." { return "has an empty part" }
            if part == ".." { return "leads out of the bundle" }
            if part.hasPrefix(".") { return "has a hidden part" }
            if part.utf8.count > 255 { return "has a part longer than 255 bytes" }
        }
        return nil
    }

    /// Returns a text that is equal for all names that some file system treats as the same.
    static func folded(_ name: String) -> String { name.precomposedStringWithCanonicalMapping.lowercased() }
}
