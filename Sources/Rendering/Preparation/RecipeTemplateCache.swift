import ImageGraph
import Pixels
import Synchronization

/// A cache of templates for the shapes of recipes that were rendered recently. It keeps no pixels alive. Thread-safe.
final class RecipeTemplateCache: Sendable {
    /// Identifies renderings that differ only in the pixels of their sources and in their destination.
    struct Key: Hashable {
        let shape: RecipeShape
        let region: PixelRect
        let format: PixelFormat
    }

    // Safe because keys and templates don't change.
    private struct Entry: @unchecked Sendable {
        let key: Key
        let template: RecipeTemplate
    }

    private static let capacity = 8
    private let entries = Mutex<[Entry]>([])

    /// Returns the template cached for `key`.
    func template(for key: Key) -> RecipeTemplate? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.template
        }
    }

    /// Adds a template, and evicts the least recently used one if the cache is full.
    func insert(_ template: RecipeTemplate, for key: Key) {
        let entry = Entry(key: key, template: template)
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append(entry)
            if entries.count > Self.capacity { entries.removeFirst() }
        }
    }

    /// Removes all templates.
    func clear() { entries.withLock { $0 = [] } }

    /// Number of cached templates; for tests.
    var count: Int { entries.withLock { $0.count } }
}
