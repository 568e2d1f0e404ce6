import CFFmpeg

/// A dictionary of FFmpeg: options for a function, or notes in a file.
struct LibraryDictionary: ~Copyable {
    /// The dictionary, for functions that take and change it.
    var pointer: OpaquePointer?

    /// Creates a dictionary.
    init(_ values: [String: String] = [:]) {
        // In a fixed order, so that equal requests give equal files.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { av_dict_set(&pointer, key, value, 0) }
    }

    deinit {
        var pointer = pointer
        av_dict_free(&pointer)
    }

    /// The keys that are left, which are those that a function didn't know.
    var keys: [String] { Self.values(of: pointer).keys.sorted() }

    /// Gives the dictionary to a structure that frees it.
    consuming func release() -> OpaquePointer? {
        let result = pointer
        pointer = nil
        return result
    }

    /// Reads a dictionary.
    static func values(of pointer: OpaquePointer?) -> [String: String] {
        var result: [String: String] = [:]
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(pointer, "", entry, AV_DICT_IGNORE_SUFFIX) {
            result[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
            entry = next
        }
        return result
    }
}
