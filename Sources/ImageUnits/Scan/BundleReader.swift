import Foundation

/// Reads units where a crash ends nobody else: in a process of its own. Thread-safe.
public protocol BundleReader: Sendable {
    /// What reads some bundles, given by their canonical paths; nothing is started before the first is read.
    func session(reading roots: [String]) -> any BundleReadingSession
}

/// Reads the bundles that it was made for. Thread-safe.
public protocol BundleReadingSession: AnyObject, Sendable {
    /// Reads a bundle, and compiles its kernels to see that they can be.
    ///
    /// - Parameters:
    ///   - bundle: The unit's folder.
    ///   - root: Its canonical path.
    ///   - languages: Languages for the names to show, best first.
    func read(_ bundle: URL, root: String, languages: [String]) throws(BundleReadingFailure) -> UnitScan
}

/// Why a unit wasn't read.
public enum BundleReadingFailure: Error, Sendable, Hashable {
    /// There is no process to read it in; it may be read in this one.
    case unavailable
    /// The process that read it, and nothing else, ended or was ended. `cause` completes "the process that read it …"; `isLasting` says
    /// whether another attempt on the same files would come to the same.
    case failed(cause: String, isLasting: Bool)
}
