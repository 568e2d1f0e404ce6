import CoreImageEssentials
import Foundation

/// The binary format in which recipes are sent between a unit's process and its host. It is compact, and has a version
/// number independent of the text format's.
///
/// Neither side trusts the other's bytes: every recipe read is validated by `RecipeCheck`.
package enum BinaryRecipe {
    /// The magic bytes at the start.
    private static let magic: [UInt8] = Array("CIRB".utf8)
    /// The version that this code writes and reads. Host and worker are of the same build, so no other version is
    /// supported.
    private static let version = 1

    /// Encodes a recipe.
    package static func bytes(of recipe: ImageRecipe) -> [UInt8] {
        var writer = ByteWriter()
        for byte in magic { writer.write(byte) }
        writer.write(version)
        recipe.steps.encode(to: &writer)
        return writer.bytes
    }

    /// Decodes a recipe.
    ///
    /// - Throws: `CIRecipeError.malformed`, `.newerFormat` or `.tooLarge`.
    package static func recipe(from bytes: [UInt8]) throws(CIRecipeError) -> ImageRecipe {
        guard bytes.count <= RecipeLimits.encodedBytes else {
            throw .tooLarge(what: "bytes", limit: RecipeLimits.encodedBytes)
        }
        var reader = ByteReader(bytes, maximumElements: RecipeLimits.values)
        let recipe: ImageRecipe
        do {
            for (place, byte) in magic.enumerated() where try reader.byte() != byte {
                throw ByteReadingError.invalid(at: place, expected: "the first bytes of a recipe")
            }
            let found = try reader.integer()
            guard found == version else {
                if found > version { throw CIRecipeError.newerFormat(found: found, known: version) }
                throw ByteReadingError.invalid(at: magic.count, expected: "version \(version)")
            }
            let count = try reader.count()
            guard count <= RecipeLimits.steps else {
                throw CIRecipeError.tooLarge(what: "steps", limit: RecipeLimits.steps)
            }
            var steps: [RecipeStep] = []
            steps.reserveCapacity(min(count, 1024))
            for _ in 0..<count { steps.append(try RecipeStep.decode(from: &reader)) }
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
