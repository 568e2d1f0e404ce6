import Logging

/// Where methods that can only answer nil say why; their throwing twins throw the same error instead.
private let log = Logger(label: "CoreImage")

/// Logs the reason of a nil.
func logRefusal(_ error: any Error) { log.error("\(error)") }

/// Logs what changes no pixel, such as that there is no compiler for kernels.
@Sendable func logDetail(_ text: String) { log.debug("\(text)") }
