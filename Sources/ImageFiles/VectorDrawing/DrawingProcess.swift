import CVips
import ChildProcesses
import Foundation

/// Draws an SVG in a separate process. librsvg aborts its process on unexpected input, and a few hundred bytes can
/// cause that.
///
/// The process is `coreimage-unit-worker`, run as a `DrawingServer`. Its processor time and memory are limited, and its
/// output is checked and copied.
struct DrawingProcess {
    /// The drawing's size, and its pixels if their number is within the limit.
    struct Answer: Sendable {
        let width: Int
        let height: Int
        /// RGBA with 8 bits per component, not premultiplied, in contiguous rows from the top down.
        let pixels: PixelMemory?
    }

    /// The reason why there is no answer.
    struct Failure: Error {
        let reason: String
        /// Whether the cause is the drawing. Otherwise, it is the program or the system.
        var isOfDrawing = true

        /// Returns the error for the drawing with this name.
        func error(of name: String) -> ImageFileError {
            isOfDrawing ? .damaged(file: name, reason: reason) : .unreadable(file: name, reason: reason)
        }
    }

    /// Processor time for the default pixel limit, in seconds. The process is ended if it takes longer.
    private static let minimumSeconds = 10
    /// Address space in addition to the pixels, in bytes: for the program's libraries, and for the surfaces of filters.
    private static let addressSpace = 1 << 30

    /// The program file.
    let program: URL
    /// The limit of processor time, in seconds.
    private let processorSeconds: Int

    /// Creates a process description; nothing is started.
    ///
    /// - Parameter pixelLimit: The caller's pixel limit, which raises the limit of processor time in proportion; nil
    ///   for the default limits.
    init(program: URL, pixelLimit: Int?) {
        self.program = program
        let times = max(1, (pixelLimit ?? 0) / PixelLimit.alwaysAllowed)
        processorSeconds = Self.minimumSeconds * min(times, 1000)
    }

    /// Draws a drawing in a new process, and waits for the answer.
    ///
    /// - Parameters:
    ///   - text: The SVG text.
    ///   - pixelLimit: The maximum number of pixels to return. A larger drawing returns only its size.
    ///   - stop: Kills the process.
    /// - Throws: `Failure`, or `CancellationError` if stopped.
    func draw(_ text: Data, pixelLimit: Int, stop: DecodingStop) throws -> Answer {
        let input = try memory(of: text)
        let output = try memory(of: Data())
        let process = try start(input, output, pixelLimit: pixelLimit)
        let kill = stop.onStop { process.send(SIGKILL) }
        let ending = process.waitForEnd()
        stop.remove(kill)
        if stop.isStopped { throw CancellationError() }
        return try withExtendedLifetime(output) { try answer(output.number, ending: ending) }
    }

    private func memory(of data: Data) throws -> FileDescriptor {
        let number = cvips_create_memory()
        guard number >= 0 else {
            // The filter of system calls answers so.
            guard errno != ENOSYS else {
                throw Failure(
                    reason: "SVG is drawn by another process, which a sandboxed one can't start; convert it to PNG",
                    isOfDrawing: false)
            }
            let cause = String(cString: strerror(errno))
            throw Failure(
                reason: "no memory can be shared with \(program.path), which draws SVG (\(cause))", isOfDrawing: false)
        }
        let descriptor = FileDescriptor(number)
        let written = data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(number, bytes.baseAddress! + done, bytes.count - done, off_t(done))
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
        guard written else { throw Self.sharingFailure }
        return descriptor
    }

    private func start(
        _ input: FileDescriptor, _ output: FileDescriptor, pixelLimit: Int
    ) throws -> WaitedProcess {
        let arguments = [
            DrawingServer.argument, String(pixelLimit), String(processorSeconds),
            String(Self.addressSpace + 8 * max(0, min(pixelLimit, 1 << 40))),
        ]
        // Otherwise, the Swift runtime would start another program to print the stack of a crash.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        do {
            return try WaitedProcess(
                starting: program.path, arguments: arguments,
                environment: environment.map { "\($0.key)=\($0.value)" },
                files: [input, output, try FileDescriptor.null()])
        } catch {
            throw Failure(
                reason: "\(program.path), which draws SVG, can't be started (\(error))", isOfDrawing: false)
        }
    }

    private func answer(_ output: Int32, ending: ProcessEnding) throws -> Answer {
        let (signal, exitCode): (Int32, Int32) =
            switch ending {
            case .exited(let code): (0, code)
            case .signalled(let signal): (signal, 0)
            case .unknown: (0, 0)
            }
        if signal == SIGXCPU {
            throw Failure(
                reason:
                    "drawing it takes more than \(processorSeconds) seconds; raise this limit with --pixel-limit "
                    + "(CIImageOption.pixelLimit)")
        }
        if signal == SIGKILL {
            throw Failure(reason: "drawing it takes more memory than there is, or another program ended the drawing")
        }
        if signal == SIGXFSZ || (signal == 0 && exitCode == DrawingServer.unwritten) { throw Self.sharingFailure }
        guard signal == 0 else { throw Failure(reason: "the process that draws crashed (signal \(signal))") }
        guard exitCode == 0, size(of: output) >= DrawingServer.headSize else {
            // The drawing program always writes an answer, so this must be another program.
            throw Failure(
                reason:
                    "\(program.path), which draws SVG, ended without an answer (exit code \(exitCode)); install the "
                    + "coreimage-unit-worker of this version, or name it in COREIMAGE_UNIT_WORKER",
                isOfDrawing: false)
        }
        var head = Data(count: DrawingServer.headSize)
        try head.withUnsafeMutableBytes { try read(output, at: 0, into: $0) }
        func number(_ index: Int) -> Int {
            head.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)) }
        }
        guard number(0) == DrawingServer.success else {
            let words = head.dropFirst(DrawingServer.messageOffset).prefix { $0 != 0 }
            let message = String(decoding: words, as: UTF8.self)
            throw Failure(reason: message.isEmpty ? "the process that draws gave no reason" : message)
        }
        let (width, height) = (number(1), number(2))
        guard (1...1 << 24).contains(width), (1...1 << 24).contains(height) else {
            throw Failure(reason: "its size is \(width) × \(height)")
        }
        guard number(3) == 1 else { return Answer(width: width, height: height, pixels: nil) }
        guard let pixels = PixelMemory(byteCount: width * height * 4) else {
            throw Failure(reason: "the system refused \(width * height * 4) bytes of memory")
        }
        try read(
            output, at: DrawingServer.headSize,
            into: UnsafeMutableRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
        return Answer(width: width, height: height, pixels: pixels)
    }

    /// The shared memory counts as a file for the system's limits.
    private static let sharingFailure = Failure(
        reason:
            "what is shared with the process that draws can't be written; raise the limit on the size of files (ulimit -f), or free memory",
        isOfDrawing: false)

    private func size(of descriptor: Int32) -> Int {
        var information = stat()
        return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    }

    /// Copies bytes that the process wrote.
    private func read(_ descriptor: Int32, at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws {
        guard size(of: descriptor) >= offset + bytes.count else {
            throw Failure(reason: "the process that draws ended without an answer")
        }
        var done = 0
        while done < bytes.count {
            let count = pread(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            guard count > 0 else { throw Failure(reason: "what the process that draws wrote can't be read") }
            done += count
        }
    }
}
