import Logging

/// Where methods that can only answer nil say why; their throwing twins throw the same error instead.
private let refusals = Logger(label: "CoreImage")

/// Logs the reason of a nil.
func logRefusal(_ error: any Error) { refusals.error("\(error)") }
