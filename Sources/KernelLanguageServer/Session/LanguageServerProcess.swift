import Foundation

/// The server as a process: a session on two streams of bytes.
package enum LanguageServerProcess {
    /// Serves a client until it ends the session or closes its stream.
    ///
    /// One thread reads, so that requests can be cancelled while others are answered. Diagnoses are made when no
    /// message waits, so that a change replaces a diagnosis that hasn't begun.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to.
    ///   - version: The version that the server states.
    /// - Returns: The exit code of the process: 0 after a shutdown, otherwise 1.
    package static func serve(input: Int32 = 0, output: Int32 = 1, version: String) -> Int32 {
        // A client that is gone is noticed as an error of writing.
        signal(SIGPIPE, SIG_IGN)
        let queue = MessageQueue()
        Thread.detachNewThread {
            read(input, into: queue)
            queue.end()
        }
        var session = LanguageSession(serverVersion: version)
        while session.exitCode == nil {
            if queue.isEmpty, let diagnostics = session.diagnoseNext() {
                guard write([diagnostics], to: output) else { return 1 }
                continue
            }
            guard let (entry, isCancelled) = queue.next() else { break }
            let answers: [JSONValue] =
                switch entry {
                case .message(let message, _): session.take(message, isCancelled: isCancelled)
                case .failure(let error): [error.response(to: nil)]
                }
            guard write(answers, to: output) else { return 1 }
        }
        return session.exitCodeAtEnd
    }

    private static func read(_ input: Int32, into queue: MessageQueue) {
        var frames = MessageFrames()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            frames.add(buffer[..<count])
            while let frame = frames.next() { add(frame, to: queue) }
        }
    }

    private static func add(_ frame: MessageFrames.Frame, to queue: MessageQueue) {
        switch frame {
        case .problem(let text): queue.add(.failure(ResponseError(.parseError, text)))
        case .message(let data):
            do throws(ResponseError) {
                let message = try IncomingMessage(data)
                if message.method == "$/cancelRequest" {
                    if let id = try? message.parameters(RequestParameters.Cancel.self).id { queue.cancel(id) }
                } else {
                    queue.add(.message(message, size: data.count))
                }
            } catch {
                queue.add(.failure(error))
            }
        }
    }

    /// Writes messages. Returns false if nobody reads them.
    private static func write(_ messages: [JSONValue], to output: Int32) -> Bool {
        for message in messages {
            var bytes = MessageFrames.framed(message)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                bytes = bytes.dropFirst(count)
            }
        }
        return true
    }
}
