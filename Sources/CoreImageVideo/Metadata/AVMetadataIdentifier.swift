/// The space of a note's key.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a key space from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keys that have the same meaning in all formats.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// Keys of QuickTime's metadata, which may be any text.
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
}

/// A key of the common space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// The maker of the work as a whole.
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    /// The subject.
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    /// A description.
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    /// The publisher.
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    /// The date of creation.
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    /// The kind of work.
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
    /// The language.
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    /// Rights.
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    /// The album.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// The author.
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    /// The artist.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// The maker of the camera.
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    /// The model of the camera.
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    /// The program that made the file.
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
    /// The place, by ISO 6709.
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
}

/// A key space and a key, as one string.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The key space and the key, separated by a slash.
    public let rawValue: String

    /// Creates an identifier from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from its string.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    init(space: AVMetadataKeySpace, key: String) { rawValue = "\(space.rawValue)/\(key)" }

    private init(_ key: AVMetadataKey) { self.init(space: .common, key: key.rawValue) }

    var keySpace: AVMetadataKeySpace {
        AVMetadataKeySpace(rawValue: rawValue.contains("/") ? String(rawValue.prefix { $0 != "/" }) : "")
    }
    var key: String { rawValue.contains("/") ? String(rawValue.drop { $0 != "/" }.dropFirst()) : rawValue }

    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(.commonKeyTitle)
    /// The maker of the work as a whole.
    public static let commonIdentifierCreator = AVMetadataIdentifier(.commonKeyCreator)
    /// A description.
    public static let commonIdentifierDescription = AVMetadataIdentifier(.commonKeyDescription)
    /// The publisher.
    public static let commonIdentifierPublisher = AVMetadataIdentifier(.commonKeyPublisher)
    /// The date of creation.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(.commonKeyCreationDate)
    /// The language.
    public static let commonIdentifierLanguage = AVMetadataIdentifier(.commonKeyLanguage)
    /// Rights.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier(.commonKeyCopyrights)
    /// The album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(.commonKeyAlbumName)
    /// The author.
    public static let commonIdentifierAuthor = AVMetadataIdentifier(.commonKeyAuthor)
    /// The artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(.commonKeyArtist)
    /// The maker of the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier(.commonKeyMake)
    /// The model of the camera.
    public static let commonIdentifierModel = AVMetadataIdentifier(.commonKeyModel)
    /// The program that made the file.
    public static let commonIdentifierSoftware = AVMetadataIdentifier(.commonKeySoftware)
    /// The place, by ISO 6709.
    public static let commonIdentifierLocation = AVMetadataIdentifier(.commonKeyLocation)
}
