import ImageGraph
import Synchronization

/// A cache of recently prepared recipes. Rendering one of them again needs no optimisation.
///
/// Recipes are compared by identity. An entry is removed after its recipe has been released everywhere else.
/// Thread-safe.
final class PreparedRecipeCache: Sendable {
    private struct Entry: @unchecked Sendable {
        let key: RecipeKey
        weak var core: ImageNode?
        let recipe: PreparedRecipe
    }

    private static let capacity = 8
    private let entries = Mutex<[Entry]>([])

    /// Returns the recipe cached for `key`, whose node is `core`.
    func recipe(for key: RecipeKey, of core: ImageNode) -> PreparedRecipe? {
        entries.withLock { entries in
            // An entry whose recipe is gone can't be found any more, but may keep whole images in memory.
            entries.removeAll { $0.core == nil }
            // A new node may have the address, and thus the identifier, of a node that is gone.
            guard let index = entries.firstIndex(where: { $0.key == key && $0.core === core }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.recipe
        }
    }

    /// Adds a recipe, and evicts the least recently used entry if the cache is full.
    func insert(_ recipe: PreparedRecipe, for key: RecipeKey, of core: ImageNode) {
        let entry = Entry(key: key, core: core, recipe: recipe)
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append(entry)
            if entries.count > Self.capacity { entries.removeFirst() }
        }
    }

    /// Removes all entries.
    func clear() { entries.withLock { $0 = [] } }

    /// Number of cached recipes; for tests.
    var count: Int { entries.withLock { $0.count } }
}
