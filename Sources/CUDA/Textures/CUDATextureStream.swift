import DeviceKernels
import Pixels

/// The stream in which an application works on a texture. Thread-safe.
struct CUDATextureStream: Sendable {
    let device: CUDADevice
    /// The stream; nil for the legacy default stream.
    private let stream: CUDAStream?

    /// The numbers that stand for the legacy default stream.
    private static let legacy: [UInt] = [0, 1]
    /// The number that stands for the default stream of the calling thread.
    private static let ofThread: UInt = 2

    /// Checks an application's `CUstream`.
    ///
    /// - Throws: `DeviceFailure` if renderings can't wait for the stream, or `CUDAError`.
    init(_ number: UInt, of device: CUDADevice) throws {
        self.device = device
        if Self.legacy.contains(number) {
            stream = nil
            return
        }
        guard number != Self.ofThread else {
            throw device.refusal(
                "CU_STREAM_PER_THREAD is another stream on the thread that renders; give a stream of cuStreamCreate")
        }
        let stream = CUDAStream(bits: number)
        let (opened, driver) = (device.opened, device.opened.driver)
        guard let context = try opened.withContext({ try driver.context(of: stream) }) else {
            throw device.refusal("there is no CUstream \(Self.text(number)); give one that exists")
        }
        guard context == opened.context else {
            throw device.refusal(
                "the CUstream \(Self.text(number)) is of another context; give one of the context with which the "
                    + "device was opened")
        }
        self.stream = stream
    }

    /// Waits for the work that the stream has now.
    ///
    /// - Throws: `DeviceFailure` if that takes longer than a work may, or the error of `WorkMeter`.
    func wait() throws {
        try WorkMeter.check()
        try device.reportingFailures {
            let isDone = try device.opened.withContext {
                try device.opened.wait(for: stream, limit: device.limits.time) { try WorkMeter.check() }
            }
            guard isDone else { throw CUDAError.streamBusy(limit: device.limits.time) }
        }
    }

    /// A handle or an address as programs print it.
    static func text(_ number: some BinaryInteger) -> String { "0x" + String(number, radix: 16) }
}
