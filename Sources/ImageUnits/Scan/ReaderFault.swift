import Foundation

/// A crash of the reader on purpose, for tests of what becomes of the host then. In release builds there is none.
package enum ReaderFault {
    /// The name of a bundle whose reading crashes.
    package static let environmentVariable = "COREIMAGE_TEST_READER_FAULT"

    /// The bundle's name in this process's environment.
    package static var configured: String? {
        #if DEBUG
            ProcessInfo.processInfo.environment[environmentVariable]
        #else
            nil
        #endif
    }

    /// Ends the process where the bundle is the one named.
    package static func strike(_ bundle: URL, configured: String? = configured) {
        #if DEBUG
            if let configured, bundle.lastPathComponent == configured { fatalError("the reader crashes for a test") }
        #endif
    }
}
