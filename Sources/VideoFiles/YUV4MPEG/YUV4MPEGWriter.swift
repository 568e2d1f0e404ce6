import ChildProcesses
import Glibc
import Synchronization
import UntrustedInput
import VideoExchange

/// Writes frames as a YUV4MPEG2 stream, which programs pass to each other through pipes. Thread-safe; frames are
/// written in the order of the calls.
package final class YUV4MPEGWriter: Sendable {
    private let file: CancellableFile
    private let name: String
    private let layout: VideoFrameLayout
    private let written = Mutex((frames: Int64(0), bytes: Int64(0)))
    /// Memory for frames that callers fill; made when the first one is asked for.
    private let slots = Mutex<EncoderSlots?>(nil)

    private let output: OutputTarget
    /// The number of frames that callers fill at a time.
    private static let slotCount = 2

    /// Writes the header of a stream to an open file or pipe.
    ///
    /// - Parameters:
    ///   - file: An open file or pipe, which is written from its position on.
    ///   - name: The stream's name in messages.
    /// - Throws: An error of the kind `unsupported` if the stream can't have this format.
    package convenience init(
        _ file: FileDescriptor, name: String, _ header: YUV4MPEGHeader
    ) throws(VideoFileError) {
        try self.init(OutputTarget(file), name, header)
    }

    /// Writes the header of a stream to a file, which gets its name when it is finished. Nothing is left without that.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - replaces: Whether an existing file is replaced. If not, finishing fails if there is one.
    /// - Throws: An error of the kind `unsupported` if the stream can't have this format.
    package convenience init(
        path: String, replaces: Bool = true, _ header: YUV4MPEGHeader
    ) throws(VideoFileError) {
        let output: OutputTarget
        do throws(AtomicFile.Failure) { output = try OutputTarget(path: path, replaces: replaces) } catch {
            throw VideoFileError(
                .inputOutput, file: path,
                cause: "the file can't be written: \(String(cString: strerror(error.code)))",
                remedy: SystemErrorRemedy.text(error.code))
        }
        try self.init(output, path, header)
    }

    private init(_ output: OutputTarget, _ name: String, _ header: YUV4MPEGHeader) throws(VideoFileError) {
        (self.output, self.name) = (output, name)
        file = CancellableFile(output.descriptor)
        let line: String
        do throws(YUV4MPEGProblem) { line = try header.line() } catch {
            throw VideoFileError(.unsupported, file: name, cause: error.cause, remedy: "Choose one of them.")
        }
        guard let layout = header.format.layout else {
            throw VideoFileError(.invalidRequest, file: name, cause: "the size of the frames is impossible")
        }
        self.layout = layout
        try write([UInt8]((line + "\n").utf8), frames: 0)
    }

    /// Writes a frame, whose size and arrangement of samples must be those of the header.
    package func append(_ frame: VideoFrame) throws(VideoFileError) {
        guard frame.layout == layout else {
            throw VideoFileError(
                .invalidRequest, file: name,
                cause:
                    "a frame has another size or format than the stream, \(layout.width) × \(layout.height) pixels of "
                    + layout.format.rawValue)
        }
        try frame.withUnsafeBytes { samples throws(VideoFileError) in try append(samples) }
    }

    /// Writes a frame.
    ///
    /// - Parameter samples: The samples, where the ``VideoFrameLayout`` of the header's format has them; at least as
    ///   many bytes as the layout.
    package func append(_ samples: UnsafeRawBufferPointer) throws(VideoFileError) {
        guard samples.count >= layout.byteCount else {
            throw VideoFileError(
                .invalidRequest, file: name, cause: "a frame has \(samples.count) bytes, which are too few")
        }
        var bytes = [UInt8]((YUV4MPEGHeader.frameSignature + "\n").utf8)
        bytes.reserveCapacity(layout.byteCount + bytes.count)
        for plane in layout.planes {
            for row in 0..<plane.rows {
                let start = plane.offset + row * plane.bytesPerRow
                bytes += samples[start..<start + plane.usedBytesPerRow]
            }
        }
        try write(bytes, frames: 1)
    }

    /// Returns memory for a frame, which is written by ``append(_:)-(WritableVideoFrame)``.
    package func nextFrame() throws(VideoFileError) -> WritableVideoFrame {
        let slots = self.slots.withLock { slots -> EncoderSlots? in
            if slots == nil {
                slots = (try? FrameRing(layout: layout, slots: Self.slotCount, workersMayWrite: false)).map {
                    EncoderSlots($0)
                }
            }
            return slots
        }
        guard let slots else {
            throw VideoFileError(
                .limit, file: name, cause: "there is no memory for a frame",
                remedy: SystemErrorRemedy.text(sharing: layout.byteCount * Self.slotCount))
        }
        guard let (slot, number) = slots.take() else {
            throw VideoFileError(
                .invalidRequest, file: name,
                cause: "\(slots.ring.slots) frames are kept without being appended")
        }
        return WritableVideoFrame(stream: 0, slot: slot, number: number, slots)
    }

    /// Writes a frame of ``nextFrame()``.
    package func append(_ frame: WritableVideoFrame) throws(VideoFileError) {
        try frame.withUnsafeMutableBytes { samples throws(VideoFileError) in
            try append(UnsafeRawBufferPointer(samples))
        }
    }

    /// Gives the file its name, if it is one with a path. A frame that was written in part, as on a full disk, is cut
    /// off.
    package func finish() throws(VideoFileError) {
        if output.isNamed { ftruncate(output.descriptor.number, off_t(byteCount)) }
        do throws(AtomicFile.Failure) { try output.commit() } catch {
            throw VideoFileError(
                .inputOutput, file: name,
                cause: "the finished file can't get its name: \(String(cString: strerror(error.code)))",
                remedy: SystemErrorRemedy.text(error.code))
        }
    }

    /// The number of frames that have been written.
    package var frameCount: Int64 { written.withLock { $0.frames } }
    /// The number of bytes that have been written.
    package var byteCount: Int64 { written.withLock { $0.bytes } }

    /// Ends a call that waits for the reader of a pipe. It throws an error of the kind `cancelled`, and so do later
    /// ones.
    package func cancel() { file.cancel() }

    private func write(_ bytes: [UInt8], frames: Int64) throws(VideoFileError) {
        let error = written.withLock { written -> VideoFileError? in
            var done = 0
            while done < bytes.count {
                let outcome = bytes.withUnsafeBytes { file.write(UnsafeRawBufferPointer(rebasing: $0[done...])) }
                switch outcome {
                case .bytes(let count): done += count
                case .cancelled: return VideoFileError(.cancelled, file: name, cause: "writing was cancelled")
                case .failure(let code):
                    return VideoFileError(
                        .inputOutput, file: name,
                        cause: "the stream can't be written: \(String(cString: strerror(code)))",
                        remedy: SystemErrorRemedy.text(code))
                }
            }
            written.frames += frames
            written.bytes += Int64(bytes.count)
            return nil
        }
        if let error { throw error }
    }
}
