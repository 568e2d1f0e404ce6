import ChildProcesses

/// Assembles lines from parts of a stream, with a limit of their length.
///
/// Descriptors belong to the last line that begins in the part with which they were received: the kernel ends a part
/// behind the message that has descriptors. So a client sends a line with descriptors in one message of its own.
struct LineAssembler {
    enum Event: Sendable {
        case line([UInt8], files: [FileDescriptor])
        /// A line is longer than the limit. The rest of it is skipped.
        case oversized
    }

    private let limit: Int
    private var line: [UInt8] = []
    private var files: [FileDescriptor] = []
    private var isSkipping = false

    /// - Parameter limit: The most bytes of a line, without the line break.
    init(limit: Int) { self.limit = limit }

    /// Adds a part, and returns the lines that it completes. Empty lines are left out.
    mutating func add(_ part: some Collection<UInt8>, files new: [FileDescriptor] = []) -> [Event] {
        var events: [Event] = []
        var rest = part[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let isLast = rest.index(after: end) == rest.endIndex
            append(rest[..<end], &events)
            if isLast { keep(new) }
            finishLine(&events)
            rest = rest[rest.index(after: end)...]
            if isLast { return events }
        }
        append(rest, &events)
        keep(new)
        return events
    }

    /// Keeps the descriptors of a line. No job can name more than these, so the others are closed.
    private mutating func keep(_ new: [FileDescriptor]) {
        files += new.prefix(SocketChannel.descriptorLimit - files.count)
    }

    /// Returns the last line, if the stream ended without a line break.
    mutating func finish() -> [Event] {
        var events: [Event] = []
        finishLine(&events)
        return events
    }

    private mutating func append(_ bytes: some Collection<UInt8>, _ events: inout [Event]) {
        guard !isSkipping else { return }
        guard line.count + bytes.count <= limit else {
            (line, isSkipping) = ([], true)
            events.append(.oversized)
            return
        }
        line += bytes
    }

    private mutating func finishLine(_ events: inout [Event]) {
        if !isSkipping, line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
            events.append(.line(line, files: files))
        }
        (line, files, isSkipping) = ([], [], false)
    }
}
