import ImageFiles
import PictureWorker

/// A format of results.
package enum ResultFormat: String, Codable, CaseIterable, Sendable {
    case avif, webp, jpeg, png

    package init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let format = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestField.problem("one of \(names) is expected", decoder.codingPath)
        }
        self = format
    }

    /// The media type.
    package var mediaType: String { "image/\(rawValue)" }

    /// The file name extension.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// Whether every client of the last decades reads the format.
    var isUniversal: Bool { self == .jpeg || self == .png }

    /// Whether there is an encoder on this machine.
    package var isWritable: Bool { ImageFileFormat(pathExtension: fileExtension)?.isWritable ?? false }
}
