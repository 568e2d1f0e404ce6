import CoreImageEssentials
import Foundation

/// Coded as a dictionary. Exactly one of its keys is the kind of step; its value is the index of the input step, a name
/// or a text.
extension RecipeStep: Codable {
    private static let kinds = TextKinds<RecipeStep>()

    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: TextKey.self).allKeys.map(\.stringValue)
        // A kernel step also has the key `file`, for its diagnostics.
        let found = keys.contains("kernel") ? ["kernel"] : keys.filter { Self.kinds.byKey[$0] != nil }
        guard found.count == 1, let kind = Self.kinds.byKey[found[0]] else {
            throw decoder.malformed(
                found.isEmpty
                    ? "nothing says what the step does; write one of "
                        + Self.kinds.byKey.keys.sorted().joined(separator: ", ")
                    : "it does several things: \(found.sorted().joined(separator: ", "))")
        }
        self.init(blank: kind)
        try decodeFields(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        if case .processor(let processor) = self {
            throw CIRecipeError.unwritable(
                subject: processor.name, reason: "it is code of another process, which no file can hold")
        }
        try encodeFields(to: encoder)
    }
}
