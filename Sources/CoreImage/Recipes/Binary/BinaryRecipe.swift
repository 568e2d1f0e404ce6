import Foundation

/// The form in which recipes travel between a unit's process and its host: compact, with a version of its own.
///
/// Neither side trusts the other's bytes: what is read has gone through `RecipeCheck`.
enum BinaryRecipe {
    /// The first bytes.
    private static let mark: [UInt8] = Array("CIRB".utf8)
    /// The version that this code writes and reads. Both ends are of one build, so that there is no other.
    private static let version = 1

    /// The bytes of a recipe.
    static func bytes(of recipe: ImageRecipe) -> [UInt8] {
        var writer = ByteWriter()
        for byte in mark { writer.write(byte) }
        writer.write(version)
        writer.write(each: recipe.steps) { $0.write($1) }
        return writer.bytes
    }

    /// The recipe in bytes.
    ///
    /// - Throws: `CIRecipeError.malformed`, `.newerFormat` or `.tooLarge`.
    static func recipe(from bytes: [UInt8]) throws(CIRecipeError) -> ImageRecipe {
        guard bytes.count <= RecipeLimits.encodedBytes else {
            throw .tooLarge(what: "bytes", limit: RecipeLimits.encodedBytes)
        }
        var reader = ByteReader(bytes, mostElements: RecipeLimits.values)
        let recipe: ImageRecipe
        do {
            for (place, byte) in mark.enumerated() where try reader.byte() != byte {
                throw ByteReadingError.invalid(at: place, expected: "the mark of a recipe")
            }
            let found = try reader.integer()
            guard found == version else {
                if found > version { throw CIRecipeError.newerFormat(found: found, known: version) }
                throw ByteReadingError.invalid(at: mark.count, expected: "version \(version)")
            }
            let count = try reader.count()
            guard count <= RecipeLimits.steps else {
                throw CIRecipeError.tooLarge(what: "steps", limit: RecipeLimits.steps)
            }
            var steps: [RecipeStep] = []
            steps.reserveCapacity(min(count, 1024))
            for _ in 0..<count { steps.append(try reader.step()) }
            try reader.end()
            recipe = ImageRecipe(steps: steps)
        } catch let error as ByteReadingError {
            throw .malformed(place: "its bytes", reason: "\(error)")
        } catch let error as CIRecipeError {
            throw error
        } catch {
            throw .malformed(place: "its bytes", reason: "\(error)")
        }
        try RecipeCheck.check(recipe)
        return recipe
    }
}
