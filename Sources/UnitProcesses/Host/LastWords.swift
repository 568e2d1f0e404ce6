import Foundation
import Glibc
import KernelLanguage
import Synchronization

/// The end of what a worker writes to its standard error. A full pipe makes the worker lose text and not wait.
final class LastWords: Sendable {
    private static let limit = 4096

    let reading: FileDescriptor
    private let kept = Mutex<[UInt8]>([])

    init(_ reading: FileDescriptor) { self.reading = reading }

    /// Takes what is there. Has to be called now and then, or the pipe fills with old text.
    func drain() {
        kept.withLock { kept in
            var buffer = [UInt8](repeating: 0, count: Self.limit)
            // Not for ever: a worker can write as fast as this reads.
            for _ in 0..<64 {
                let count = read(reading.number, &buffer, buffer.count)
                guard count > 0 else { break }
                kept = (kept + buffer.prefix(count)).suffix(Self.limit)
            }
        }
    }

    /// The last lines in one, made printable.
    var text: String {
        drain()
        let lines = kept.withLock { String(decoding: $0, as: UTF8.self) }
            .split(whereSeparator: \.isNewline).suffix(4).joined(separator: " ")
        return printable(lines.trimmingCharacters(in: .whitespaces), limit: 600)
    }
}
