/// The server on bytes in memory, for programs that have no streams for it.
package struct LanguageServerConnection {
    private var frames = MessageFrames()
    private var session: LanguageSession

    /// Creates a connection. The server states the version.
    package init(version: String) { session = LanguageSession(serverVersion: version) }

    /// The exit code, as soon as the client has ended the session.
    package var exitCode: Int32? { session.exitCode }

    /// Takes bytes from the client, and returns those to send: the answers to all messages that are complete, and the
    /// diagnostics of all documents that have changed.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        frames.add(bytes)
        var sent: [UInt8] = []
        while session.exitCode == nil, let frame = frames.next() {
            for answer in answers(to: frame) { sent += MessageFrames.framed(answer) }
        }
        while session.exitCode == nil, let diagnostics = session.diagnoseNext() {
            sent += MessageFrames.framed(diagnostics)
        }
        return sent
    }

    private mutating func answers(to frame: MessageFrames.Frame) -> [JSONValue] {
        switch frame {
        case .problem(let text): return [ResponseError(.parseError, text).response(to: nil)]
        case .message(let data):
            do throws(ResponseError) {
                return session.take(try IncomingMessage(data))
            } catch {
                return [error.response(to: nil)]
            }
        }
    }
}
