import Foundation
import MediaTime

/// A note about a file or a track, such as its title.
///
/// Immutable and thread-safe; `AVMutableMetadataItem` can be changed.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate(set) var content: MetadataContent

    init(_ content: MetadataContent) { self.content = content }

    /// The key space and the key, as one string; nil if there is no key.
    open var identifier: AVMetadataIdentifier? { content.identifier }
    /// The key space; nil if there is no key.
    open var keySpace: AVMetadataKeySpace? { content.identifier?.keySpace }
    /// The key in its space; nil if there is none.
    open var key: (any NSCopying & NSObjectProtocol)? { content.identifier.map { NSString(string: $0.key) } }
    /// The key of the common space with the same meaning, or nil.
    open var commonKey: AVMetadataKey? { content.identifier.flatMap(MetadataNames.commonKey) }
    /// The value: a string, a number, a date or data.
    open var value: (any NSCopying & NSObjectProtocol)? { content.value }
    /// The value as text; nil if it has none.
    open var stringValue: String? {
        switch content.value {
        case let text as NSString: String(describing: text)
        case let number as NSNumber: number.stringValue
        case let date as NSDate:
            ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: date.timeIntervalSince1970))
        default: nil
        }
    }
    /// The value as a number; nil if it isn't one.
    open var numberValue: NSNumber? {
        content.value as? NSNumber ?? stringValue.flatMap(Double.init).map { NSNumber(value: $0) }
    }
    /// The value as a date, which texts of ISO 8601 are too; nil if it isn't one.
    open var dateValue: Date? {
        if let date = content.value as? NSDate { return Date(timeIntervalSince1970: date.timeIntervalSince1970) }
        guard let text = content.value as? NSString else { return nil }
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.date(from: String(describing: text))
            ?? ISO8601DateFormatter().date(from: String(describing: text))
    }
    /// The value as data; nil if it isn't data.
    open var dataValue: Data? { (content.value as? NSData).map { Data(referencing: $0) } }
    /// The time that the note is about; invalid for all of the file or track.
    open var time: CMTime { content.time }
    /// The duration that the note is about; invalid for all of the file or track.
    open var duration: CMTime { content.duration }
    /// The language of the note, by RFC 4646; nil if it isn't stated.
    open var extendedLanguageTag: String? { content.language }

    /// Returns the note itself; a copy that doesn't change, for one that can be changed.
    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(content) }

    /// Returns a copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(content) }

    /// Returns the notes with an identifier.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            item.identifier == identifier
                || identifier.keySpace == .common && item.commonKey?.rawValue == identifier.key
        }
    }

    /// Returns the notes with a key. Nil stands for any key, and for any key space.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let name = (key as? AVMetadataKey)?.rawValue ?? key as? String
        return metadataItems.filter { item in
            if keySpace == .common { return item.commonKey != nil && (name == nil || item.commonKey?.rawValue == name) }
            return (keySpace == nil || item.keySpace == keySpace) && (name == nil || item.identifier?.key == name)
        }
    }
}

/// A note that can be changed. Not thread-safe while it is.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// Creates a note without key and value.
    public convenience init() { self.init(MetadataContent()) }

    override init(_ content: MetadataContent) { super.init(content) }

    /// The key space and the key, as one string.
    open override var identifier: AVMetadataIdentifier? {
        get { content.identifier }
        set { content.identifier = newValue }
    }
    /// The key space.
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set {
            content.identifier = newValue.map { AVMetadataIdentifier(space: $0, key: content.identifier?.key ?? "") }
        }
    }
    /// The key in its space: a string. Without a space, it is one of the common space.
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set {
            content.identifier = (newValue as? NSString).map {
                AVMetadataIdentifier(space: content.identifier?.keySpace ?? .common, key: String(describing: $0))
            }
        }
    }
    /// The value: a string, a number, a date or data.
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { content.value }
        set { content.value = newValue }
    }
    /// The time that the note is about.
    open override var time: CMTime {
        get { content.time }
        set { content.time = newValue }
    }
    /// The duration that the note is about.
    open override var duration: CMTime {
        get { content.duration }
        set { content.duration = newValue }
    }
    /// The language of the note.
    open override var extendedLanguageTag: String? {
        get { content.language }
        set { content.language = newValue }
    }
}

/// What a note says.
struct MetadataContent: @unchecked Sendable {
    var identifier: AVMetadataIdentifier?
    // Strings, numbers, dates and data aren't changed.
    var value: (any NSCopying & NSObjectProtocol)?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var language: String?
}
