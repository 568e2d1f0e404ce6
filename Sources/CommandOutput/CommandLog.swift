import Logging
import Synchronization

/// Prints what modules log as the command prints its own messages. Each text is printed once, and only notices and more
/// important ones.
package struct CommandLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.notice
    private let notes: DistinctNotes

    private static let hidesNotices = Atomic(false)

    private init(notes: DistinctNotes) { self.notes = notes }

    /// Takes the place of the usual log, once for the process.
    package static func install() {
        let notes = DistinctNotes()
        LoggingSystem.bootstrap { _ in CommandLog(notes: notes) }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Prints only warnings and errors from now on.
    package static func hideNotices() { hidesNotices.store(true, ordering: .relaxed) }

    package func log(event: LogEvent) {
        if event.level < .warning, Self.hidesNotices.load(ordering: .relaxed) { return }
        notes.print("\(event.message)")
    }
}
