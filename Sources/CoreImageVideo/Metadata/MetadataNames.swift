import Foundation

/// The names of notes in files, and the common keys with the same meaning.
///
/// Readers of all containers give notes one set of names. A name without a common key is a key of QuickTime's metadata.
enum MetadataNames {
    private static let names: [(name: String, key: AVMetadataKey)] = [
        ("title", .commonKeyTitle), ("artist", .commonKeyArtist), ("author", .commonKeyAuthor),
        ("composer", .commonKeyCreator), ("album", .commonKeyAlbumName), ("comment", .commonKeyDescription),
        ("description", .commonKeyDescription), ("copyright", .commonKeyCopyrights),
        ("publisher", .commonKeyPublisher), ("creation_time", .commonKeyCreationDate),
        ("com.apple.quicktime.creationdate", .commonKeyCreationDate), ("date", .commonKeyCreationDate),
        ("language", .commonKeyLanguage), ("make", .commonKeyMake), ("com.apple.quicktime.make", .commonKeyMake),
        ("model", .commonKeyModel), ("com.apple.quicktime.model", .commonKeyModel),
        ("encoder", .commonKeySoftware), ("com.apple.quicktime.software", .commonKeySoftware),
        ("location", .commonKeyLocation), ("com.apple.quicktime.location.ISO6709", .commonKeyLocation),
        ("subject", .commonKeySubject),
    ]

    /// Returns notes of a file, sorted by name.
    static func items(of notes: [String: String]) -> [AVMetadataItem] {
        notes.sorted { $0.key < $1.key }.map { name, value in
            var content = MetadataContent()
            let common = names.first { $0.name == name }?.key
            content.identifier =
                common.map { AVMetadataIdentifier(space: .common, key: $0.rawValue) }
                ?? AVMetadataIdentifier(space: .quickTimeMetadata, key: name)
            content.value = NSString(string: value)
            return AVMetadataItem(content)
        }
    }

    /// Returns the notes to store for items. Items without a text, and those of single times, aren't stored.
    static func notes(_ items: [AVMetadataItem]) -> [String: String] {
        var notes: [String: String] = [:]
        for item in items where !item.time.isValid {
            guard let identifier = item.identifier, let text = item.stringValue else { continue }
            let name = names.first { identifier.keySpace == .common && $0.key.rawValue == identifier.key }?.name
            notes[name ?? identifier.key] = text
        }
        return notes
    }

    static func commonKey(_ identifier: AVMetadataIdentifier) -> AVMetadataKey? {
        if identifier.keySpace == .common { return AVMetadataKey(rawValue: identifier.key) }
        return names.first { $0.name == identifier.key }?.key
    }
}
