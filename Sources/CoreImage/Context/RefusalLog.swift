import KernelLanguage
import Logging
import Synchronization

/// Where methods that can only answer nil say why; their throwing twins throw the same error instead.
private let log = Logger(label: "CoreImage")

/// Where the back ends say why kernels are interpreted that could be compiled.
private let renderingNotes = Logger(label: "CoreImage.rendering")

/// Logs at debug level, for whoever wonders why rendering is slow.
@Sendable func logRenderingNote(_ text: String) { renderingNotes.debug("\(printableLines(text))") }

/// Logs what the author of a kernel should know: something in a picture depends on how it is rendered.
@Sendable func logKernelWarning(_ text: String) { renderingNotes.warning("\(text)") }

private let repetition = Mutex(RefusalRepetition())

/// Logs the reason of a nil; the same one not more than once a second.
func logRefusal(_ error: any Error) {
    let text = repetition.withLock { $0.text(for: "\(error)", at: .now) }
    // Errors quote names and texts of files and units.
    if let text { log.error("\(printableLines(text))") }
}

/// Logs what a picture should show and won't; the same not more than once a second.
func logOmission(_ sentence: String) {
    let text = repetition.withLock { $0.text(for: sentence, at: .now) }
    if let text { log.warning("\(printableLines(text))") }
}
