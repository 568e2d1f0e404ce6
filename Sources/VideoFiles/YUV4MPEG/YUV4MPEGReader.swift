import ChildProcesses
import Glibc
import Synchronization
import VideoExchange

/// Reads frames from a YUV4MPEG2 stream, which programs pass to each other through pipes. No other process and no
/// library is needed. Thread-safe; calls wait for each other.
///
/// The stream has no times: frames follow each other at the frame rate. Time 0 is that of the first frame, and the unit
/// of times is the inverse of the frame rate.
package final class YUV4MPEGReader: Sendable {
    private static let lineLimit = 4096
    private static let bufferSize = 1 << 16

    private struct State: Sendable {
        var buffer: [UInt8] = []
        var position = 0
        var count: Int64 = 0
        var ending: VideoFileError?
        var isAtEnd = false
    }

    /// What all frames have in common.
    package let header: YUV4MPEGHeader
    /// The unit of the frames' times, in seconds. If the stream doesn't state a rate, it is that of 25 frames a second.
    package let timeBase: Ratio

    private let file: CancellableFile
    private let name: String
    private let state: Mutex<State>

    /// Reads the header of a stream.
    ///
    /// - Parameters:
    ///   - file: An open file or pipe, which is read from its position.
    ///   - name: The stream's name in messages.
    ///   - statesColours: Whether frames state the colours that are assumed of them.
    package init(
        _ file: FileDescriptor, name: String, limits: VideoLimits = .init(), statesColours: Bool = false
    ) throws(VideoFileError) {
        let file = CancellableFile(file)
        (self.file, self.name) = (file, name)
        var state = State()
        do throws(YUV4MPEGProblem) {
            guard let line = try Self.line(file, &state) else { throw YUV4MPEGProblem("it is empty") }
            var header = try YUV4MPEGHeader(line: line, limits: limits)
            if statesColours, header.format.pixelFormat.model == .yCbCr {
                var colours = YUV4MPEGHeader.assumedColours(width: header.format.width, height: header.format.height)
                (colours.range, colours.chromaLocation) = (
                    header.format.colours.range, header.format.colours.chromaLocation
                )
                header.format.colours = colours
            }
            self.header = header
        } catch {
            throw VideoFileError(
                .unrecognised, file: name, cause: "this isn't a YUV4MPEG2 stream: \(error.cause)",
                remedy: "Write one with ffmpeg -f yuv4mpegpipe.")
        }
        timeBase = header.frameRate?.inverse ?? Ratio(1, 25)
        self.state = Mutex(state)
    }

    /// Waits for the next frame.
    ///
    /// - Returns: Nil at the end.
    /// - Throws: The reason if the stream ends within a frame or can't be read. Later calls throw it again.
    package func next() throws(VideoFileError) -> VideoFrame? {
        let result = state.withLock { state -> Result<VideoFrame?, VideoFileError> in
            if let error = state.ending { return .failure(error) }
            if state.isAtEnd { return .success(nil) }
            do throws(YUV4MPEGProblem) {
                let frame = try frame(&state)
                state.isAtEnd = frame == nil
                return .success(frame)
            } catch {
                let error = VideoFileError(
                    error.isCancellation ? .cancelled : .damaged, file: name,
                    time: RationalTime(stamp: state.count, in: timeBase), cause: error.cause,
                    remedy: remedy)
                state.ending = error
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// What to do about a stream whose frames can't be read.
    private var remedy: String {
        let format = header.format
        guard let planes = format.layout?.planes, format.pixelFormat.bitDepth > 8, format.width % 2 == 1,
            planes.contains(where: { $0.columns < format.width })
        else { return "Frames before it are good." }
        return
            "Some versions of FFmpeg leave out half a sample of each row of chroma if samples have more than 8 bits and "
            + "the width is odd. Make it even with ffmpeg -vf crop=\(format.width - 1):\(format.height), or use -pix_fmt "
            + "yuv444p10le."
    }

    private func frame(_ state: inout State) throws(YUV4MPEGProblem) -> VideoFrame? {
        guard let line = try Self.line(file, &state) else { return nil }
        let words = line.split(separator: " ")
        guard words.first.map(String.init) == YUV4MPEGHeader.frameSignature else {
            throw YUV4MPEGProblem("a frame doesn't begin with \(YUV4MPEGHeader.frameSignature)")
        }
        guard let layout = header.format.layout else { throw YUV4MPEGProblem("the size is impossible") }
        let samples = try OwnedSamples(byteCount: layout.byteCount) { memory throws(YUV4MPEGProblem) in
            for plane in layout.planes {
                for row in 0..<plane.rows {
                    let start = plane.offset + row * plane.bytesPerRow
                    let target = UnsafeMutableRawBufferPointer(
                        rebasing: memory[start..<start + plane.usedBytesPerRow])
                    try Self.fill(target, file, &state)
                }
            }
        }
        var flags: FrameFlags = .key
        if header.interlacing == .topFieldFirst { flags.formUnion([.interlaced, .topFieldFirst]) }
        if header.interlacing == .bottomFieldFirst { flags.insert(.interlaced) }
        defer { state.count += 1 }
        // Frames follow each other at a distance of one unit.
        return VideoFrame(
            header.format, layout, samples, time: state.count, timeBase: timeBase, flags: flags)
    }

    /// Reads a line. Returns nil at the end of the stream.
    private static func line(_ file: CancellableFile, _ state: inout State) throws(YUV4MPEGProblem) -> String? {
        var line: [UInt8] = []
        while true {
            if state.position == state.buffer.count, try !refill(file, &state) {
                guard line.isEmpty else { throw YUV4MPEGProblem("the stream ends within a line") }
                return nil
            }
            let byte = state.buffer[state.position]
            state.position += 1
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
            guard line.count <= lineLimit else { throw YUV4MPEGProblem("a line is longer than \(lineLimit) bytes") }
        }
    }

    /// Reads bytes until memory is full.
    private static func fill(
        _ target: UnsafeMutableRawBufferPointer, _ file: CancellableFile, _ state: inout State
    ) throws(YUV4MPEGProblem) {
        var done = 0
        while done < target.count {
            if state.position == state.buffer.count, try !refill(file, &state) {
                throw YUV4MPEGProblem("the stream ends within a frame")
            }
            let count = min(target.count - done, state.buffer.count - state.position)
            state.buffer.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[state.position..<state.position + count]))
            }
            done += count
            state.position += count
        }
    }

    /// Reads more bytes. Returns false at the end of the stream.
    private static func refill(_ file: CancellableFile, _ state: inout State) throws(YUV4MPEGProblem) -> Bool {
        var problem: YUV4MPEGProblem?
        state.buffer = [UInt8](unsafeUninitializedCapacity: bufferSize) { memory, count in
            switch file.read(UnsafeMutableRawBufferPointer(memory)) {
            case .bytes(let number): count = number
            case .cancelled: problem = .cancelled
            case .failure(let code): problem = YUV4MPEGProblem("it can't be read: \(String(cString: strerror(code)))")
            }
        }
        state.position = 0
        if let problem { throw problem }
        return !state.buffer.isEmpty
    }

    /// Ends a call that waits for bytes. It throws an error of the kind `cancelled`, and so do later ones.
    package func cancel() { file.cancel() }
}
