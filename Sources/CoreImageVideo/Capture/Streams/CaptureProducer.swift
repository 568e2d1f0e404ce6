import CoreImageEssentials

/// What a capture input delivers.
enum CaptureEvent: Sendable {
    /// A frame, its time on the clock of the host, and for how long it is shown, if that is known.
    case frame(CVPixelBuffer, time: CMTime, duration: CMTime)
    /// A frame that was lost, and about when.
    case lost(time: CMTime)
}

/// Delivers the frames of a capture input, on the thread that calls it.
protocol CaptureProducer: AnyObject, Sendable {
    /// Delivers frames until the input ends, or the producer is stopped.
    ///
    /// - Throws: The reason why there are no more frames.
    func run(_ deliver: (CaptureEvent) -> Void) throws

    /// Makes `run` return soon. Thread-safe.
    func stop()
}
