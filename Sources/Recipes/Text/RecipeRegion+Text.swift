import CoreImageEssentials
import Foundation

/// Coded as a shape's name, or as a dictionary with its numbers.
extension RecipeRegion: Codable {
    private static let kinds = TextKinds<RecipeRegion>()

    package init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            switch name {
            case "same": self = .shape(.same)
            case "everything": self = .shape(.everything)
            default: throw decoder.malformed("\(CIRecipeError.quoted(name)) is no region; write same or everything")
            }
            return
        }
        let fields = try decoder.fields(Self.kinds.keys)
        let kind: Kind =
            if fields.contains("inset") {
                .inset
            } else if fields.contains("mapped") {
                .mapped
            } else if fields.contains("fixed") {
                .fixed
            } else {
                .table
            }
        self.init(blank: kind)
        var reader = TextFieldReader(fields: fields)
        try visitFields(&reader)
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .shape(.same):
            var container = encoder.singleValueContainer()
            try container.encode("same")
        case .shape(.everything):
            var container = encoder.singleValueContainer()
            try container.encode("everything")
        case .shape: try encodeFields(to: encoder)
        case .function:
            throw CIRecipeError.unwritable(
                subject: "a region of interest", reason: "it is a function of another process, which no file can hold")
        }
    }
}
