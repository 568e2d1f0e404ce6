import ImageGraph
import Pixels
import Synchronization

/// What makes two renderings the same but for their pixels' destination: the recipe, the part and the format.
struct RecipeKey: Hashable {
    /// An operation that hosts put around an image for each rendering, and that says all about itself.
    private enum Wrapper: Hashable {
        case premultiply
        case unpremultiply
        case convert(from: CGColorSpace?, to: CGColorSpace?)
    }

    private let core: ObjectIdentifier
    private let wrappers: [Wrapper]
    private let region: PixelRect
    private let format: PixelFormat

    /// The key, and the node by whose identity it knows the recipe.
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

/// The stages of the last recipes, so that rendering one of them again costs no optimisation.
///
/// Recipes are known by identity, and forgotten when nobody else has them any more. Thread-safe.
final class PreparedRecipes: Sendable {
    private struct Entry: @unchecked Sendable {
        let key: RecipeKey
        weak var core: ImageNode?
        let graph: StageGraph
    }

    private static let capacity = 8
    private let entries = Mutex<[Entry]>([])

    /// The stages kept for `key`, whose recipe `core` is.
    func graph(for key: RecipeKey, of core: ImageNode) -> StageGraph? {
        entries.withLock { entries in
            // What nobody can ask for again would keep whole pictures in memory.
            entries.removeAll { $0.core == nil }
            // A new node may stand where one that is gone had stood.
            guard let index = entries.firstIndex(where: { $0.key == key && $0.core === core }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.graph
        }
    }

    /// Keeps stages; the ones that haven't been used for longest go.
    func insert(_ graph: StageGraph, for key: RecipeKey, of core: ImageNode) {
        let entry = Entry(key: key, core: core, graph: graph)
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append(entry)
            if entries.count > Self.capacity { entries.removeFirst() }
        }
    }

    /// Forgets everything.
    func clear() { entries.withLock { $0 = [] } }

    /// Number of recipes known.
    var count: Int { entries.withLock { $0.count } }
}
