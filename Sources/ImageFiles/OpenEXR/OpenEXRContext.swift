import COpenEXR
import Foundation

/// An open OpenEXR file, which reads from bytes in Swift memory, or writes to a sink.
final class OpenEXRContext: @unchecked Sendable {
    private(set) var pointer: exr_context_t?
    private let stream: Stream

    /// The input or output of the library's callbacks, and its last error message.
    private final class Stream: @unchecked Sendable {
        var input: Data?
        var output: (any ByteSink)?
        var message: String?
        var failure: (any Error)?
    }

    /// Opens bytes for reading.
    init(reading data: Data) throws(OpenEXRFailure) {
        stream = Stream()
        stream.input = data
        var initializer = Self.initializer(stream)
        initializer.read_fn = { context, user, buffer, size, offset, _ in
            guard let user, let buffer else { return -1 }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            guard let data = stream.input, offset <= UInt64(data.count) else { return -1 }
            let count = min(Int(clamping: size), data.count - Int(offset))
            data.copyBytes(
                to: buffer.assumingMemoryBound(to: UInt8.self),
                from: data.startIndex + Int(offset)..<data.startIndex + Int(offset) + count)
            return Int64(count)
        }
        initializer.size_fn = { _, user in
            guard let user else { return -1 }
            return Int64(Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue().input?.count ?? -1)
        }
        let code = exr_start_read(&pointer, "image.exr", &initializer)
        try check(code)
    }

    /// Starts writing a file to a sink.
    init(writing sink: any ByteSink) throws(OpenEXRFailure) {
        stream = Stream()
        stream.output = sink
        var initializer = Self.initializer(stream)
        initializer.write_fn = { _, user, buffer, size, offset, _ in
            guard let user, let buffer else { return -1 }
            let stream = Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue()
            do {
                try stream.output?.write(UnsafeRawBufferPointer(start: buffer, count: Int(size)), at: Int(offset))
                return Int64(size)
            } catch {
                stream.failure = error
                return -1
            }
        }
        let code = exr_start_write(&pointer, "image.exr", EXR_WRITE_FILE_DIRECTLY, &initializer)
        try check(code)
    }

    deinit { close() }

    /// Closes the file. Writing is complete after this.
    func close() {
        if pointer != nil { exr_finish(&pointer) }
        pointer = nil
    }

    /// The error that a sink threw while the library was writing to it.
    var sinkFailure: (any Error)? { stream.failure }

    /// Throws the library's last message if `code` isn't success.
    func check(_ code: exr_result_t) throws(OpenEXRFailure) {
        guard code != 0 else { return }
        throw OpenEXRFailure(message: stream.message ?? String(cString: exr_get_default_error_message(code)))
    }

    private static func initializer(_ stream: Stream) -> exr_context_initializer_t {
        var initializer = exr_context_initializer_t()
        initializer.size = MemoryLayout<exr_context_initializer_t>.size
        initializer.user_data = Unmanaged.passUnretained(stream).toOpaque()
        initializer.zip_level = -1
        initializer.dwa_quality = -1
        initializer.error_handler_fn = { context, _, message in
            var user: UnsafeMutableRawPointer?
            guard let context, exr_get_user_data(context, &user) == 0, let user, let message else { return }
            Unmanaged<Stream>.fromOpaque(user).takeUnretainedValue().message = String(cString: message)
        }
        return initializer
    }
}

/// The error message of OpenEXR.
struct OpenEXRFailure: Error {
    let message: String
}
