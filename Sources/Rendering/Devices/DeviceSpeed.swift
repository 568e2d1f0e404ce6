/// How fast a device and the processor are, as measured on this machine.
package struct DeviceSpeed: Sendable, Hashable {
    /// Seconds that a pass takes on the device beside its work and its copies: beginning it, and noticing its end.
    package var secondsPerPass: Double
    /// Bytes a second that are copied to the device or from it.
    package var bytesPerSecond: Double
    /// Steps of work a second on the device: instructions, each for one pixel.
    package var workPerSecond: Double
    /// Steps of work a second on all cores of the processor.
    package var processorWorkPerSecond: Double

    /// Creates a description. All numbers are above 0.
    package init(
        secondsPerPass: Double, bytesPerSecond: Double, workPerSecond: Double, processorWorkPerSecond: Double
    ) {
        (self.secondsPerPass, self.bytesPerSecond) = (secondsPerPass, bytesPerSecond)
        (self.workPerSecond, self.processorWorkPerSecond) = (workPerSecond, processorWorkPerSecond)
    }

    /// Returns how long a pass would take on the device and on the processor, in seconds.
    ///
    /// - Parameters:
    ///   - work: Steps of work of all pixels.
    ///   - bytes: Bytes that are copied for the device only.
    func seconds(work: Double, bytes: Double) -> (device: Double, processor: Double) {
        (secondsPerPass + bytes / bytesPerSecond + work / workPerSecond, work / processorWorkPerSecond)
    }
}
