import Logging
import Synchronization
import UntrustedInput

/// The log for errors of methods that return nil. Their throwing variants throw the same errors.
private let log = Logger(label: "CoreImage")

/// The log in which backends report why kernels are interpreted instead of compiled.
private let renderingNotes = Logger(label: "CoreImage.rendering")

/// Logs at debug level why rendering is slow.
@Sendable package func logRenderingNote(_ text: String) { renderingNotes.debug("\(printableLines(text))") }

/// Logs a warning for the author of a kernel whose result depends on how it is rendered.
@Sendable func logKernelWarning(_ text: String) { renderingNotes.warning("\(text)") }

private let rateLimit = Mutex(LogRateLimit())

/// Logs the reason why a method returns nil. The same reason is logged at most once a second.
package func logError(_ error: any Error) {
    let text = rateLimit.withLock { $0.text(for: "\(error)", at: .now) }
    // Error messages quote names and text from files and units, which may contain control characters.
    if let text { log.error("\(printableLines(text))") }
}

/// Logs that a picture omits part of its content. The same sentence is logged at most once a second.
func logPartialPicture(_ sentence: String) {
    let text = rateLimit.withLock { $0.text(for: sentence, at: .now) }
    if let text { log.warning("\(printableLines(text))") }
}
