/// An error in the bytes of a message.
package enum ByteReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes end within the value that begins at this offset.
    case truncated(at: Int)
    /// The value at this offset isn't one of those allowed there.
    case invalid(at: Int, expected: String)
    /// With the array at this offset, the total number of array elements exceeds the limit.
    case tooMany(at: Int)
    /// There are bytes after the end of the message.
    case trailing(at: Int)

    package var description: String {
        switch self {
        case .truncated(let place): "the bytes end within the value that begins at offset \(place)"
        case .invalid(let place, let expected): "\(expected) should stand at byte \(place)"
        case .tooMany(let place): "the array at byte \(place) has too many elements"
        case .trailing(let place): "the message should end at byte \(place), and there are more bytes"
        }
    }
}
