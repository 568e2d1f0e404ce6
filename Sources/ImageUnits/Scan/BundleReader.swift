import Foundation

/// Reads units in another process, so that a crash doesn't end the host. Thread-safe.
package protocol BundleReader: Sendable {
    /// Returns a session that reads the bundles at the given canonical paths. Its process starts when the first bundle
    /// is read.
    func session(reading roots: [String]) -> any BundleReadingSession
}

/// Reads the bundles that the session was made for. Thread-safe.
package protocol BundleReadingSession: AnyObject, Sendable {
    /// Reads a bundle, and compiles its kernels to check them.
    ///
    /// - Parameters:
    ///   - bundle: The unit's folder.
    ///   - root: The canonical path of the folder.
    ///   - languages: Languages for the display names, best first.
    func read(_ bundle: URL, root: String, languages: [String]) throws(BundleReadingFailure) -> UnitScan
}

/// The reason why a unit wasn't read.
package enum BundleReadingFailure: Error, Sendable, Hashable, LocalizedError {
    /// There is no process for reading; the unit may be read in the current one.
    case unavailable
    /// The reading process crashed or was ended. `cause` completes "the process that read it …"; `isLasting` is true if
    /// another attempt on the same files would fail in the same way.
    case failed(cause: String, isLasting: Bool)

    /// The reason, for `localizedDescription`.
    package var errorDescription: String? {
        switch self {
        case .unavailable:
            "the unit can't be read in a process of its own; install coreimage-unit-worker beside the program"
        case .failed(let cause, _): "the process that read the unit \(cause)"
        }
    }
}
