import Foundation

/// Key frames as users write them: values with times, as in `0@0s,30@2s` and `0,0@0s,100,50@2s`.
///
/// The part before each `@` is a value, in the form that the input takes without key frames; the part from there to the
/// next comma is its time.
package struct KeyFrameText: Hashable, Sendable {
    /// A value at a time.
    package struct Entry: Hashable, Sendable {
        /// The value as written.
        package let value: String
        /// The time.
        package let time: TimeText
        /// The numbers of the characters at which the value and the time begin, from 1.
        package let valuePosition: Int
        package let timePosition: Int
    }

    /// The setting, for messages.
    package let setting: String
    /// The values in the order of the text.
    package let entries: [Entry]

    /// Whether a value has key frames. An image, data and text can begin with `@` or contain it.
    package static func isWritten(in value: String, attributeClass: String) -> Bool {
        ["NSNumber", "CIVector", "CIColor", "NSAffineTransform", "NSValue", "NSArray"].contains(attributeClass)
            && value.contains("@")
    }

    /// Reads key frames.
    ///
    /// - Parameters:
    ///   - key: The key as written.
    ///   - value: The text behind `key=`.
    package init(key: String, value: String) throws(KeyFrameError) {
        setting = "\(key)=\(value)"
        let offset = key.count + 1
        let characters = Array(value)
        var entries: [Entry] = []
        var start = 0
        func mistake(_ index: Int, _ reason: String) -> KeyFrameError {
            KeyFrameError(text: "\(key)=\(value)", position: offset + index + 1, reason: reason)
        }
        while start < characters.count || entries.isEmpty {
            guard let at = characters[start...].firstIndex(of: "@") else {
                let rest = String(characters[start...])
                throw mistake(
                    start, "'\(rest)' has no time; write it behind an @, as in \(rest.isEmpty ? "0" : rest)@2s")
            }
            let text = String(characters[start..<at])
            guard !text.isEmpty else { throw mistake(at, "there is no value before the @; write one, as in 0@0s") }
            let end = characters[at...].firstIndex(of: ",") ?? characters.count
            let word = String(characters[(at + 1)..<end])
            guard let time = TimeText(word) else {
                throw mistake(at + 1, "'\(word)' is not a time; \(TimeText.forms)")
            }
            entries.append(
                Entry(
                    value: text, time: time, valuePosition: offset + start + 1, timePosition: offset + at + 2))
            guard end < characters.count else { break }
            start = end + 1
            guard start < characters.count else {
                throw mistake(end, "nothing follows the comma; leave it out, or write another value with its time")
            }
        }
        self.entries = entries
    }
}
