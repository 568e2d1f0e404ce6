import CommandOutput
import Foundation
import ImageFiles
import Pixels
import SystemResources

/// Reads a picture from standard input.
package enum StandardInput {
    /// The most bytes of a picture, as the help says it.
    static let most = 1 << 30

    /// The limit in bytes: `most`, or half of the memory or address space of this process if that is less.
    private static var limit: Int { min(most, SystemMemory.available / 2, AddressSpace.left / 2) }

    /// Returns all bytes up to the end.
    ///
    /// - Throws: `Refusal` if standard input is a terminal, is empty, or has more bytes than the limit; the errors of
    ///   `data(from:limit:isPicture:)`.
    package static func data() throws -> Data {
        if isatty(STDIN_FILENO) == 1 {
            throw Refusal("-: standard input is a terminal; send a picture into it, as in: coreimage … - < in.jpg")
        }
        return try data(from: STDIN_FILENO, limit: limit)
    }

    /// Reads all bytes of a descriptor.
    ///
    /// - Parameter isPicture: Returns whether a picture may start with the given bytes. If not, no more are read.
    /// - Throws: `Refusal`; `ImageFileError.notAnImage`; `WorkMeter.Stopped` at the deadline of this thread's work.
    static func data(
        from descriptor: Int32, limit: Int,
        isPicture: (Data) -> Bool = { ImageFileReader.recognizes(start: $0) }
    ) throws -> Data {
        let bytes = GrowingBytes()
        var isRecognized = false
        while true {
            try waitForBytes(of: descriptor)
            let count = try append(from: descriptor, to: bytes, upTo: min(1 << 16, limit + 1 - bytes.count))
            guard let count else { continue }
            if bytes.count > limit { throw tooLong(limit) }
            if !isRecognized, bytes.count > 0, count == 0 || bytes.count >= ImageFileReader.startLength {
                isRecognized = isPicture(bytes.start(ImageFileReader.startLength))
                if !isRecognized { throw ImageFileError.notAnImage(file: "Standard input") }
            }
            if count == 0 { break }
        }
        let data = bytes.taken()
        if data.isEmpty { throw Refusal("-: nothing came through standard input; send a picture into it") }
        return data
    }

    /// Reads once. Returns the number of bytes, 0 at the end, or nil if reading must be tried again.
    private static func append(from descriptor: Int32, to bytes: GrowingBytes, upTo length: Int) throws -> Int? {
        var (count, code) = (0, Int32(0))
        let hasMemory = bytes.append(upTo: length) { address in
            count = read(descriptor, address, length)
            if count < 0 { code = errno }
            return max(0, count)
        }
        guard hasMemory else { throw tooLong(bytes.count) }
        switch code {
        case 0: return count
        case EINTR, EAGAIN: return nil
        default: throw Refusal("-: standard input can't be read: \(String(cString: strerror(code)))")
        }
    }

    /// Waits for bytes or the end. Without a deadline, waits for any time.
    private static func waitForBytes(of descriptor: Int32) throws {
        let meter = WorkMeter.current
        while true {
            try meter?.checkTime()
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&request, 1, meter == nil ? -1 : 20)
            // After a failure, reading says why.
            if count > 0 || count < 0 && errno != EINTR { return }
        }
    }

    private static func tooLong(_ limit: Int) -> Refusal {
        Refusal("-: standard input has more than \(limit) bytes; write it to a file, and name that")
    }
}
