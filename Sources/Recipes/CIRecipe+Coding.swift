import CoreImageEssentials
import Foundation
import UntrustedInput

/// The text format: `{"format": 1, "steps": […]}`, as JSON or as a property list.
extension CIRecipe: Codable {
    /// Decodes the text format.
    ///
    /// - Throws: `CIRecipeError.newerFormat`, `.malformed`, `.tooLarge`; `DecodingError` for values of a wrong type.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: TextKey.self)
        let format = try keys.decode(Int.self, forKey: "format")
        guard format <= Self.currentFormat else {
            throw CIRecipeError.newerFormat(found: format, known: Self.currentFormat)
        }
        guard format == Self.currentFormat else { throw decoder.malformed("there is no format \(format)") }
        let fields = try decoder.fields(["format", "steps"])
        recipe = ImageRecipe(steps: try fields.decode([RecipeStep].self, forKey: "steps"))
        try RecipeCheck.check(recipe)
    }

    /// Encodes the text format.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: TextKey.self)
        try fields.encode(Self.currentFormat, forKey: "format")
        try fields.encode(recipe.steps, forKey: "steps")
    }

    /// A file format of recipes.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// JSON with sorted keys.
        case json
        /// An XML property list.
        case propertyList = "plist"
    }

    /// Returns the recipe in a text format.
    public func data(_ format: Format = .json) throws -> Data {
        switch format {
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        case .propertyList:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try encoder.encode(self)
        }
    }

    /// Decodes a recipe from JSON or an XML property list, whichever the data contains.
    ///
    /// - Throws: `CIRecipeError`.
    public init(data: Data) throws(CIRecipeError) {
        guard data.count <= RecipeLimits.encodedBytes else {
            throw .tooLarge(what: "bytes", limit: RecipeLimits.encodedBytes)
        }
        do {
            switch data.first(where: { !UInt8.whitespace.contains($0) }) {
            case UInt8(ascii: "{"):
                self = try CheckedJSON.decode(CIRecipe.self, from: data, limits: RecipeLimits.text)
            case UInt8(ascii: "<"):
                self = try CheckedPropertyList.decode(CIRecipe.self, from: data, limits: RecipeLimits.text)
            default:
                throw CIRecipeError.malformed(
                    place: CIRecipeError.place([]), reason: "it is neither JSON nor a property list in XML")
            }
        } catch let error as CIRecipeError {
            throw error
        } catch let error as TextValidationError {
            throw .malformed(place: CIRecipeError.place([]), reason: error.description)
        } catch let error as DecodingError {
            throw .malformed(error)
        } catch {
            throw .malformed(place: "its beginning", reason: "\(error.localizedDescription)")
        }
    }

    /// Reads a recipe from a file.
    ///
    /// - Throws: `CIRecipeError`.
    public init(contentsOf url: URL) throws(CIRecipeError) {
        let data: Data
        do throws(FileReader.Failure) { data = Data(try FileReader.bytes(at: url.path)) } catch {
            let reason = error.code == EFBIG ? "it has more than 64 MB" : String(cString: strerror(error.code))
            throw .unreadable(recipe: url.path, reason: reason)
        }
        try self.init(data: data)
    }

    /// Writes the recipe to a file atomically: as a property list if its extension is `plist`, otherwise as JSON.
    ///
    /// - Throws: `CIRecipeError`.
    public func write(to url: URL) throws {
        guard !url.hasDirectoryPath else {
            throw CIRecipeError.unwritten(recipe: url.path, reason: "its path is a folder's; name a file")
        }
        let data = try data(url.pathExtension.lowercased() == Format.propertyList.rawValue ? .propertyList : .json)
        do { try data.write(to: url, options: .atomic) } catch {
            throw CIRecipeError.unwritten(recipe: url.path, reason: FileErrorReason.text(of: error))
        }
    }
}

extension UInt8 {
    fileprivate static let whitespace: [UInt8] = Array(" \t\r\n".utf8)
}

extension CIRecipeError {
    /// Converts a decoding error to `malformed`, with its place.
    fileprivate static func malformed(_ error: DecodingError) -> CIRecipeError {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            .malformed(place: place(context.codingPath), reason: context.debugDescription)
        case .keyNotFound(let key, let context):
            .malformed(place: place(context.codingPath), reason: "\(quoted(key.stringValue)) is missing")
        @unknown default: .malformed(place: place([]), reason: "\(error)")
        }
    }
}
