import Foundation

/// The messages that were read and wait to be answered.
///
/// One thread adds them and another takes them. Cancellations act on requests that wait.
final class MessageQueue: @unchecked Sendable {
    /// A message, or an error to send because one could not be read.
    enum Entry: Sendable {
        case message(IncomingMessage, size: Int)
        case failure(ResponseError)
    }

    /// The maximum size of all messages that wait, in bytes. The client's stream isn't read while there are more.
    private static let sizeLimit = 64 << 20
    private static let countLimit = 10_000

    // `condition` guards everything below.
    private let condition = NSCondition()
    private var entries: [Entry] = []
    private var size = 0
    private var cancelled: Set<MessageID> = []
    private var hasEnded = false

    /// Adds an entry, when there is room for it.
    func add(_ entry: Entry) {
        condition.lock()
        defer { condition.unlock() }
        while !entries.isEmpty, size > Self.sizeLimit || entries.count > Self.countLimit, !hasEnded {
            condition.wait()
        }
        if case .message(_, let bytes) = entry { size += bytes }
        entries.append(entry)
        condition.broadcast()
    }

    /// Cancels a request if it waits.
    func cancel(_ id: MessageID) {
        condition.lock()
        defer { condition.unlock() }
        let waits = entries.contains { entry in
            if case .message(let message, _) = entry { message.id == id && message.method != nil } else { false }
        }
        if waits { cancelled.insert(id) }
    }

    /// States that there are no more entries, or that none will be taken.
    func end() {
        condition.lock()
        defer { condition.unlock() }
        hasEnded = true
        condition.broadcast()
    }

    /// Whether an entry waits.
    var isEmpty: Bool {
        condition.lock()
        defer { condition.unlock() }
        return entries.isEmpty
    }

    /// Takes the next entry, and waits for it if necessary. Nil at the end.
    func next() -> (entry: Entry, isCancelled: Bool)? {
        condition.lock()
        defer { condition.unlock() }
        while entries.isEmpty, !hasEnded { condition.wait() }
        guard !entries.isEmpty else { return nil }
        let entry = entries.removeFirst()
        condition.broadcast()
        guard case .message(let message, let bytes) = entry else { return (entry, false) }
        size -= bytes
        let isCancelled = message.id.map { cancelled.remove($0) != nil } ?? false
        return (entry, isCancelled)
    }
}
