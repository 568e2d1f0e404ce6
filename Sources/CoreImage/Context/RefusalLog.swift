import Logging

/// Where methods that can only answer nil say why; their throwing twins throw the same error instead.
private let refusals = Logger(label: "CoreImage")

/// Where the back ends say why kernels are interpreted that could be compiled.
private let renderingNotes = Logger(label: "CoreImage.rendering")

/// Logs at debug level, for whoever wonders why rendering is slow.
@Sendable func logRenderingNote(_ text: String) { renderingNotes.debug("\(text)") }

/// Logs the reason of a nil.
func logRefusal(_ error: any Error) { refusals.error("\(error)") }
