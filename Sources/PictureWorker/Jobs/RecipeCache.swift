import CommandOutput
import CoreImage
import Foundation
import Synchronization
import UntrustedInput

/// The recipes that jobs used last, so that they aren't parsed for each picture. Thread-safe.
final class RecipeCache: Sendable {
    private enum Key: Hashable {
        case inline(JSONValue)
        /// A file's path, and what changes with its contents.
        case file(String, inode: UInt64, size: Int64, seconds: Int, nanoseconds: Int)
    }

    private static let capacity = 64

    private let recipes = Mutex<[Key: CIRecipe]>([:])

    /// Returns the recipe of a job.
    ///
    /// - Throws: `Refusal` for a file without a recipe; `CIRecipeError`.
    func recipe(_ source: RecipeSource) throws -> CIRecipe {
        let key = Self.key(source)
        if let key, let known = recipes.withLock({ $0[key] }) { return known }
        let recipe =
            switch source {
            case .inline(let value): try CIRecipe(data: JSONEncoder().encode(value))
            case .file(let path): try Self.read(path)
            }
        guard let key else { return recipe }
        recipes.withLock { recipes in
            if recipes.count >= Self.capacity { recipes = [:] }
            recipes[key] = recipe
        }
        return recipe
    }

    private static func read(_ path: String) throws(Refusal) -> CIRecipe {
        if let problem = PictureFile.problem(at: path) { throw Refusal("\(printable(path)) \(problem)") }
        do throws(CIRecipeError) {
            return try CIRecipe(contentsOf: PathText(path).fileURL())
        } catch {
            throw Refusal("\(printable(path)): \(error)")
        }
    }

    private static func key(_ source: RecipeSource) -> Key? {
        switch source {
        case .inline(let value): return .inline(value)
        case .file(let path):
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            let time = information.st_mtim
            return .file(
                path, inode: UInt64(information.st_ino), size: Int64(information.st_size), seconds: time.tv_sec,
                nanoseconds: time.tv_nsec)
        }
    }
}
