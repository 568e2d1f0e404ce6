import CoreImage
import Synchronization

/// The controls of filters in stacks. Each filter's are made once, because making them takes longer than building the
/// recipe of a stack, which is done for every preview.
enum LayerControls {
    /// Filters of image units share a class, and differ in their names.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let name: String
    }

    private static let known = Mutex<[Key: [CIFilterControl]]>([:])

    /// Returns the controls of a filter.
    static func of(_ filter: CIFilter) -> [CIFilterControl] {
        let key = Key(type: ObjectIdentifier(type(of: filter)), name: filter.name)
        if let controls = known.withLock({ $0[key] }) { return controls }
        let controls = filter.controls()
        known.withLock { $0[key] = controls }
        return controls
    }
}
