import ImageGraph
import Pixels
import Synchronization

/// Identifies renderings that differ only in their destination: same recipe, same region, same format.
struct RecipeKey: Hashable {
    /// An operation that hosts wrap around an image for each rendering, and that its parameters describe completely.
    private enum Wrapper: Hashable {
        case premultiply
        case unpremultiply
        case convert(from: CGColorSpace?, to: CGColorSpace?)
    }

    private let core: ObjectIdentifier
    private let wrappers: [Wrapper]
    private let region: PixelRect
    private let format: PixelFormat

    /// Returns the key, and the node whose identity stands for the recipe.
    static func make(_ node: ImageNode, region: PixelRect, format: PixelFormat) -> (key: RecipeKey, core: ImageNode) {
        var core = node
        var wrappers: [Wrapper] = []
        while true {
            switch core.operation {
            case .premultiply(let image): (core, wrappers) = (image, wrappers + [.premultiply])
            case .unpremultiply(let image): (core, wrappers) = (image, wrappers + [.unpremultiply])
            case .convert(let image, let from, let to):
                (core, wrappers) = (image, wrappers + [.convert(from: from, to: to)])
            default:
                let key = RecipeKey(core: ObjectIdentifier(core), wrappers: wrappers, region: region, format: format)
                return (key, core)
            }
        }
    }

    private init(core: ObjectIdentifier, wrappers: [Wrapper], region: PixelRect, format: PixelFormat) {
        (self.core, self.wrappers, self.region, self.format) = (core, wrappers, region, format)
    }
}

/// A cache of the stages of recent recipes. Rendering one of them again needs no optimisation.
///
/// Recipes are compared by identity. An entry is removed after its recipe has been released everywhere else.
/// Thread-safe.
final class PreparedRecipes: Sendable {
    private struct Entry: @unchecked Sendable {
        let key: RecipeKey
        weak var core: ImageNode?
        let graph: StageGraph
    }

    private static let capacity = 8
    private let entries = Mutex<[Entry]>([])

    /// Returns the stages cached for `key`, whose recipe is `core`.
    func graph(for key: RecipeKey, of core: ImageNode) -> StageGraph? {
        entries.withLock { entries in
            // An entry whose recipe is gone can't be found any more, but may keep whole images in memory.
            entries.removeAll { $0.core == nil }
            // A new node may have the address, and thus the identifier, of a node that is gone.
            guard let index = entries.firstIndex(where: { $0.key == key && $0.core === core }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.graph
        }
    }

    /// Adds stages, and evicts the least recently used entry if the cache is full.
    func insert(_ graph: StageGraph, for key: RecipeKey, of core: ImageNode) {
        let entry = Entry(key: key, core: core, graph: graph)
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append(entry)
            if entries.count > Self.capacity { entries.removeFirst() }
        }
    }

    /// Removes all entries.
    func clear() { entries.withLock { $0 = [] } }

    /// Number of cached recipes.
    var count: Int { entries.withLock { $0.count } }
}
