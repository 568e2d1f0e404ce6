import Foundation
import Synchronization

/// Profiles that were encoded for colour spaces defined by formulas. Each written picture needs one, and encoding it
/// takes half a millisecond. Thread-safe.
enum EncodedProfileCache {
    private struct Key: Hashable {
        let definition: ColorSpaceDefinition
        let name: String?
    }

    private static let capacity = 16
    private static let profiles = Mutex<[Key: Data?]>([:])

    /// Returns the profile of a space, which `encode` makes if it isn't here yet.
    static func profile(_ definition: ColorSpaceDefinition, name: String?, encode: () -> Data?) -> Data? {
        let key = Key(definition: definition, name: name)
        if let known = profiles.withLock({ $0[key] }) { return known }
        let made = encode()
        profiles.withLock { profiles in
            if profiles.count >= capacity { profiles = [:] }
            profiles[key] = .some(made)
        }
        return made
    }
}
