import Foundation

/// A deliberate crash of the reader, for tests of how the host handles it. Release builds don't contain it.
package enum ReaderFault {
    /// The environment variable that holds the name of the bundle whose reading crashes.
    package static let environmentVariable = "COREIMAGE_TEST_READER_FAULT"

    /// The bundle's name in this process's environment; always nil in release builds.
    package static var configured: String? {
        #if DEBUG
            ProcessInfo.processInfo.environment[environmentVariable]
        #else
            nil
        #endif
    }

    /// Ends the process if the bundle has the configured name.
    package static func crashIfConfigured(_ bundle: URL, configured: String? = configured) {
        #if DEBUG
            if let configured, bundle.lastPathComponent == configured { fatalError("the reader crashes for a test") }
        #endif
    }
}
