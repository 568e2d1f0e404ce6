import Foundation

/// What tools want to know of the processes that run units' code.
package enum UnitIsolation {
    /// The program that runs it, or why there is none.
    package static var workerExecutable: Result<URL, any Error> { Result { try WorkerExecutable.find() } }
}

extension CIFilter {
    /// Starts the code of an executable filter, and says what is wrong with it; nil when it answers, and for filters that are in this process.
    package static func failure(ofCodeOf name: String) -> (any Error)? {
        do {
            try (try CIFilter.named(name) as? WorkerFilter)?.start()
            return nil
        } catch {
            return error
        }
    }
}
