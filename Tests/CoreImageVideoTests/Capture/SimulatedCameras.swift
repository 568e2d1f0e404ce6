import CV4L2
import Foundation
import Glibc
import Synchronization

@testable import CoreImageVideo

/// Cameras that behave as a test says, at the level of the system's requests.
final class SimulatedCameras: VideoDeviceSystem {
    private let cameras: [String: SimulatedCamera]
    private let errors: [String: Int32]

    /// - Parameter errors: The errors of attempts to open a device.
    init(_ cameras: [String: SimulatedCamera], errors: [String: Int32] = [:]) {
        (self.cameras, self.errors) = (cameras, errors)
    }

    var paths: [String] { (Array(cameras.keys) + errors.keys).sorted() }

    func open(_ path: String) throws(SystemErrorNumber) -> any VideoDeviceFile {
        if let error = errors[path] { throw SystemErrorNumber(error) }
        guard let camera = cameras[path] else { throw SystemErrorNumber(ENOENT) }
        return SimulatedCameraFile(camera)
    }
}

/// What a simulated camera is, and what happens while it streams.
final class SimulatedCamera: Sendable {
    struct Mode: Sendable {
        var code: UInt32
        var width: UInt32
        var height: UInt32
        /// Frame durations as numerators and denominators.
        var durations: [(UInt32, UInt32)]
    }

    /// What happens next.
    enum Event: Sendable {
        /// A frame, with its number, its time in microseconds, and flags of the buffer.
        case frame([UInt8], sequence: UInt32, microseconds: Int, flags: UInt32 = 0)
        /// A request for a frame fails.
        case error(Int32)
        /// A request for a frame comes too early.
        case tooEarly
        /// Nothing happens for the longest time that is waited for.
        case silence
    }

    struct State: Sendable {
        var events: [Event]
        /// The requests that were made, in words.
        var requests: [String] = []
        var queued: [UInt32] = []
        var mapped = 0
        var format = v4l2_pix_format()
        var isInterrupted = false
        /// An error of the request with a number.
        var failures: [UInt: Int32] = [:]
    }

    let modes: [Mode]
    let capabilities: UInt32
    /// What is changed in a format that is set: colours, bytes per row.
    let adjust: @Sendable (inout v4l2_pix_format) -> Void
    let state: Mutex<State>
    let condition = NSCondition()
    /// The bytes of a buffer.
    let bufferSize: Int

    init(
        modes: [Mode], events: [Event] = [], capabilities: UInt32 = cv4l2_can_capture | cv4l2_can_stream,
        bufferSize: Int = 1 << 16, failures: [UInt: Int32] = [:],
        adjust: @escaping @Sendable (inout v4l2_pix_format) -> Void = { _ in }
    ) {
        (self.modes, self.capabilities, self.bufferSize, self.adjust) = (modes, capabilities, bufferSize, adjust)
        state = Mutex(State(events: events, failures: failures))
    }

    var requests: [String] { state.withLock { $0.requests } }
}

/// An open simulated camera.
final class SimulatedCameraFile: VideoDeviceFile, @unchecked Sendable {
    private let camera: SimulatedCamera
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    init(_ camera: SimulatedCamera) { self.camera = camera }

    deinit { for buffer in buffers { buffer.deallocate() } }

    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(SystemErrorNumber) {
        if let error = camera.state.withLock({ $0.failures[request] }) { throw SystemErrorNumber(error) }
        let failure: Int32? =
            switch request {
            case cv4l2_query_capabilities: describe(argument.assumingMemoryBound(to: v4l2_capability.self))
            case cv4l2_enumerate_formats: format(argument.assumingMemoryBound(to: v4l2_fmtdesc.self))
            case cv4l2_enumerate_sizes: size(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
            case cv4l2_enumerate_intervals: interval(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
            case cv4l2_set_format: setFormat(argument.assumingMemoryBound(to: v4l2_format.self))
            case cv4l2_set_parameters: setParameters(argument.assumingMemoryBound(to: v4l2_streamparm.self))
            case cv4l2_request_buffers: makeBuffers(argument.assumingMemoryBound(to: v4l2_requestbuffers.self))
            case cv4l2_query_buffer: describeBuffer(argument.assumingMemoryBound(to: v4l2_buffer.self))
            case cv4l2_queue_buffer: queue(argument.assumingMemoryBound(to: v4l2_buffer.self))
            case cv4l2_dequeue_buffer: dequeue(argument.assumingMemoryBound(to: v4l2_buffer.self))
            case cv4l2_start_stream: note("start")
            case cv4l2_stop_stream: note("stop")
            default: ENOTTY
            }
        if let failure { throw SystemErrorNumber(failure) }
    }

    func map(offset: Int, length: Int) throws(SystemErrorNumber) -> UnsafeRawBufferPointer {
        camera.state.withLock { $0.mapped += 1 }
        return UnsafeRawBufferPointer(rebasing: buffers[offset / 4096][..<length])
    }

    func unmap(_ memory: UnsafeRawBufferPointer) { camera.state.withLock { $0.mapped -= 1 } }

    func waitForBuffer(milliseconds: Int32) throws(SystemErrorNumber) -> Bool {
        camera.condition.lock()
        defer { camera.condition.unlock() }
        while true {
            let answer: Bool? = camera.state.withLock { state in
                if state.isInterrupted {
                    state.isInterrupted = false
                    return false
                }
                guard let event = state.events.first else { return nil }
                guard case .silence = event else { return true }
                state.events.removeFirst()
                return false
            }
            if let answer { return answer }
            camera.condition.wait()
        }
    }

    func interrupt() {
        camera.condition.lock()
        camera.state.withLock { $0.isInterrupted = true }
        camera.condition.broadcast()
        camera.condition.unlock()
    }

    // MARK: Requests

    private func note(_ text: String) -> Int32? {
        camera.state.withLock { $0.requests.append(text) }
        return nil
    }

    private func describe(_ capability: UnsafeMutablePointer<v4l2_capability>) -> Int32? {
        func write<Field>(_ text: String, _ field: inout Field) {
            withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: Array(text.utf8) + [0]) }
        }
        write("Simulated camera", &capability.pointee.card)
        write("simulation", &capability.pointee.driver)
        capability.pointee.capabilities = cv4l2_has_device_capabilities | cv4l2_can_capture | cv4l2_can_stream
        capability.pointee.device_caps = camera.capabilities
        return nil
    }

    private func format(_ description: UnsafeMutablePointer<v4l2_fmtdesc>) -> Int32? {
        var codes: [UInt32] = []
        for mode in camera.modes where !codes.contains(mode.code) { codes.append(mode.code) }
        guard description.pointee.index < codes.count else { return EINVAL }
        description.pointee.pixelformat = codes[Int(description.pointee.index)]
        return nil
    }

    private func size(_ answer: UnsafeMutablePointer<v4l2_frmsizeenum>) -> Int32? {
        let modes = camera.modes.filter { $0.code == answer.pointee.pixel_format }
        guard answer.pointee.index < modes.count else { return EINVAL }
        let mode = modes[Int(answer.pointee.index)]
        answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        answer.pointee.discrete = v4l2_frmsize_discrete(width: mode.width, height: mode.height)
        return nil
    }

    private func interval(_ answer: UnsafeMutablePointer<v4l2_frmivalenum>) -> Int32? {
        let request = answer.pointee
        let mode = camera.modes.first {
            $0.code == request.pixel_format && $0.width == request.width && $0.height == request.height
        }
        guard let mode, request.index < mode.durations.count else { return EINVAL }
        let (numerator, denominator) = mode.durations[Int(request.index)]
        answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        answer.pointee.discrete = v4l2_fract(numerator: numerator, denominator: denominator)
        return nil
    }

    private func setFormat(_ format: UnsafeMutablePointer<v4l2_format>) -> Int32? {
        camera.adjust(&format.pointee.fmt.pix)
        let pixels = format.pointee.fmt.pix
        let code = String(decoding: withUnsafeBytes(of: pixels.pixelformat) { Array($0) }, as: UTF8.self)
        return note("format \(code) \(pixels.width)×\(pixels.height)")
    }

    private func setParameters(_ parameters: UnsafeMutablePointer<v4l2_streamparm>) -> Int32? {
        let requested = parameters.pointee.parm.capture.timeperframe
        // Without a request, the camera has 25 frames a second.
        if requested.denominator == 0 {
            parameters.pointee.parm.capture.timeperframe = v4l2_fract(numerator: 1, denominator: 25)
        }
        return note("duration \(requested.numerator)/\(requested.denominator)")
    }

    private func makeBuffers(_ request: UnsafeMutablePointer<v4l2_requestbuffers>) -> Int32? {
        if request.pointee.count > 0 {
            // The driver gives fewer than it was asked for.
            request.pointee.count = 3
            buffers = (0..<3).map { _ in .allocate(byteCount: camera.bufferSize, alignment: 64) }
        }
        return note("buffers \(request.pointee.count)")
    }

    private func describeBuffer(_ buffer: UnsafeMutablePointer<v4l2_buffer>) -> Int32? {
        buffer.pointee.m.offset = buffer.pointee.index * 4096
        buffer.pointee.length = UInt32(camera.bufferSize)
        return nil
    }

    private func queue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) -> Int32? {
        camera.state.withLock { $0.queued.append(buffer.pointee.index) }
        return nil
    }

    private func dequeue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) -> Int32? {
        camera.state.withLock { state -> Int32? in
            guard !state.events.isEmpty else { return EAGAIN }
            switch state.events.removeFirst() {
            case .error(let number): return number
            case .tooEarly, .silence: return EAGAIN
            case .frame(let bytes, let sequence, let microseconds, let flags):
                guard !state.queued.isEmpty else { return EPIPE }
                let index = state.queued.removeFirst()
                buffers[Int(index)].copyBytes(from: bytes)
                buffer.pointee.index = index
                buffer.pointee.bytesused = UInt32(bytes.count)
                buffer.pointee.sequence = sequence
                buffer.pointee.timestamp = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
                buffer.pointee.flags = flags | cv4l2_timestamp_monotonic
                return nil
            }
        }
    }
}
