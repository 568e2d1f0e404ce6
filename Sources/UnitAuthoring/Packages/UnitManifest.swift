import Foundation
import UntrustedInput

/// `manifest.json` of a package: the unit's identity, and the size and digest of every file.
struct UnitManifest: Codable, Hashable {
    /// The format version that this code writes, and the only one that it reads.
    static let formatVersion = 1
    /// The manifest's name in the archive.
    static let fileName = "manifest.json"
    /// Maximum size of a manifest, in bytes.
    static let sizeLimit = 4 << 20

    /// A file of the bundle.
    struct File: Codable, Hashable {
        /// The path in the archive, starting with the bundle's name.
        let path: String
        let size: Int
        /// The SHA-256 of the contents, as 64 hexadecimal digits.
        let sha256: String
    }

    let formatVersion: Int
    /// The bundle's folder, `Name.plugin`.
    let bundle: String
    let identifier: String
    let version: String?
    let minimumHostVersion: String?
    /// The files of the bundle, sorted by path.
    let files: [File]

    /// Returns the manifest as JSON. Equal manifests give equal bytes.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// Reads a manifest. The format version is read first, since a later format may have other keys.
    static func decoded(_ data: Data, package: String) throws(PackageError) -> UnitManifest {
        struct Format: Decodable { let formatVersion: Int }
        do {
            let limits = TextLimits(bytes: sizeLimit, depth: 16, values: 250_000)
            let format = try CheckedJSON.decode(Format.self, from: data, limits: limits)
            if format.formatVersion == formatVersion {
                return try CheckedJSON.decode(UnitManifest.self, from: data, limits: limits)
            }
            throw PackageError.foreignFormat(package, version: format.formatVersion)
        } catch let error as PackageError {
            throw error
        } catch let error as TextValidationError {
            throw .malformedManifest(package, detail: error.description)
        } catch let error as DecodingError {
            throw .malformedManifest(package, detail: Self.words(for: error))
        } catch {
            throw .malformedManifest(package, detail: "it is no JSON")
        }
    }

    private static func words(for error: DecodingError) -> String {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            let keys = context.codingPath + (key.map { [$0] } ?? [])
            return keys.map(\.stringValue).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context, key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(place(context)) has the wrong type"
        default: "it is no JSON"
        }
    }
}
