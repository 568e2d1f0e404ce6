import Foundation

/// JSON on standard output: sorted keys, readable, one value a run.
enum JSONText {
    /// Prints a value made of dictionaries, arrays, strings, numbers, booleans and `NSNull`.
    static func print(_ value: Any) throws {
        let data = try JSONSerialization.data(
            withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
        FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
}
