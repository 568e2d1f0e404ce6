import CV4L2
import CoreImageEssentials
import Glibc
import Synchronization

/// The frames of a camera, which its driver writes to buffers that are mapped into memory.
///
/// A frame is copied out of the driver's buffer, which is given back at once, so that the driver never runs out of
/// them.
final class VideoDeviceStream: CaptureProducer, @unchecked Sendable {
    /// The number of the driver's buffers.
    private static let bufferCount: UInt32 = 4
    /// The time without a frame after which a camera is given up.
    private static let silenceLimit = 5_000
    private static let waitingTime: Int32 = 500
    /// The number of errors in a row after which a camera is given up.
    private static let errorLimit = 10
    /// The number of lost frames in a row that are reported at most.
    private static let lossLimit = 100

    private let device: VideoDevice
    private let file: any VideoDeviceFile
    private let unpacker: CaptureUnpacker
    private let interval: CMTime
    private let clock: CMClock
    private let isStopped = Mutex(false)
    private var buffers: [UnsafeRawBufferPointer] = []
    private var lastSequence: UInt32?
    private var lastTime: CMTime?

    /// Opens a camera, and sets its format and rate.
    ///
    /// - Parameter duration: The duration of a frame, or nil for that of the camera.
    /// - Throws: The reason why it can't be used.
    init(
        _ device: VideoDevice, mode: VideoDevice.Mode, duration: CMTime?, clock: CMClock,
        system: any VideoDeviceSystem
    ) throws(CaptureFailure) {
        (self.device, self.clock) = (device, clock)
        let file = try VideoDevice.open(device.path, system)
        self.file = file
        unpacker = CaptureUnpacker(try Self.setFormat(mode, of: device, file), mode.format, name: device.name)
        interval = try Self.setInterval(duration, of: device, file)
    }

    func stop() {
        isStopped.withLock { $0 = true }
        file.interrupt()
    }

    func run(_ deliver: (CaptureEvent) -> Void) throws {
        defer { release() }
        try start()
        var (silence, errors) = (0, 0)
        while !isStopped.withLock({ $0 }) {
            let isReady: Bool
            do throws(SystemErrorNumber) {
                isReady = try file.waitForBuffer(milliseconds: Self.waitingTime)
            } catch {
                throw CaptureFailure(requesting: "waiting for a frame", of: device.path, error)
            }
            guard isReady else {
                silence += Int(Self.waitingTime)
                guard silence < Self.silenceLimit || isStopped.withLock({ $0 }) else {
                    throw CaptureFailure(
                        .silent, path: device.path,
                        cause: "it has delivered no frame for \(Self.silenceLimit / 1000) seconds",
                        remedy: "Check its cable and the other devices on its bus, or set a smaller active format.")
                }
                continue
            }
            do throws(SystemErrorNumber) {
                guard let buffer = try dequeue() else { continue }
                (silence, errors) = (0, 0)
                pass(buffer, to: deliver)
                try queue(buffer.index)
            } catch {
                // The signal may come back; a camera that has been unplugged gives another error.
                errors += 1
                guard error.rawValue == EIO, errors < Self.errorLimit else {
                    throw CaptureFailure(requesting: "reading a frame", of: device.path, error)
                }
                deliver(.lost(time: clock.time))
            }
        }
    }

    private func start() throws(CaptureFailure) {
        do throws(SystemErrorNumber) {
            var request = v4l2_requestbuffers()
            (request.count, request.type) = (Self.bufferCount, V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            request.memory = V4L2_MEMORY_MMAP.rawValue
            try file.control(cv4l2_request_buffers, &request)
            guard request.count > 0 else { throw SystemErrorNumber(ENOMEM) }
            for index in 0..<request.count {
                var buffer = newBuffer(index)
                try file.control(cv4l2_query_buffer, &buffer)
                buffers.append(try file.map(offset: Int(buffer.m.offset), length: Int(buffer.length)))
                try queue(index)
            }
            var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            try file.control(cv4l2_start_stream, &type)
        } catch {
            throw CaptureFailure(requesting: "starting the stream", of: device.path, error)
        }
    }

    private func release() {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        // The device may be gone.
        try? file.control(cv4l2_stop_stream, &type)
        for buffer in buffers { file.unmap(buffer) }
        buffers = []
        var request = v4l2_requestbuffers()
        (request.type, request.memory) = (V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue, V4L2_MEMORY_MMAP.rawValue)
        try? file.control(cv4l2_request_buffers, &request)
    }

    private func newBuffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        (buffer.index, buffer.type) = (index, V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private func queue(_ index: UInt32) throws(SystemErrorNumber) {
        var buffer = newBuffer(index)
        try file.control(cv4l2_queue_buffer, &buffer)
    }

    /// Takes a buffer that the driver has filled. Returns nil if there is none yet.
    private func dequeue() throws(SystemErrorNumber) -> v4l2_buffer? {
        var buffer = newBuffer(0)
        do throws(SystemErrorNumber) { try file.control(cv4l2_dequeue_buffer, &buffer) } catch {
            guard error.rawValue == EAGAIN else { throw error }
            return nil
        }
        guard buffers.indices.contains(Int(buffer.index)) else { throw SystemErrorNumber(EINVAL) }
        return buffer
    }

    /// Passes on a frame, and the frames that were lost before it.
    private func pass(_ buffer: v4l2_buffer, to deliver: (CaptureEvent) -> Void) {
        let isMonotonic = buffer.flags & cv4l2_timestamp_mask == cv4l2_timestamp_monotonic
        let stamp = buffer.timestamp
        let time =
            isMonotonic
            ? CMTime(nanoseconds: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_usec) * 1000) : clock.time
        // The driver counts frames that it had no buffer for.
        if let lastSequence, let lastTime {
            let missing = Int(min(buffer.sequence &- lastSequence, 1 << 16)) - 1
            let distance = (time - lastTime).seconds / Double(max(1, missing + 1))
            for number in 0..<max(0, min(missing, Self.lossLimit)) {
                let offset = CMTime(seconds: distance * Double(number + 1), preferredTimescale: 1_000_000_000)
                deliver(.lost(time: lastTime + offset))
            }
        }
        (lastSequence, lastTime) = (buffer.sequence, time)
        let bytes = buffers[Int(buffer.index)].prefix(Int(buffer.bytesused))
        guard buffer.flags & cv4l2_buffer_has_error == 0,
            let pixels = unpacker.pixelBuffer(UnsafeRawBufferPointer(rebasing: bytes))
        else { return deliver(.lost(time: time)) }
        deliver(.frame(pixels, time: time, duration: interval))
    }
}
