import Foundation

/// A conversation with one client: it takes messages one after the other and returns those to send.
///
/// It has no threads and no files, so that tests can drive it. `LanguageServerProcess` connects it to a process's
/// streams. This file has the life of a session and its documents; the extensions answer requests.
struct LanguageSession {
    private enum State { case new, running, shutDown }

    /// The maximum size of all open documents together, in bytes.
    private static let documentBytes = 64 << 20

    let serverVersion: String
    private var state = State.new
    /// The exit code, as soon as the client has ended the session.
    private(set) var exitCode: Int32?
    var capabilities = ClientCapabilities()
    var encoding = PositionEncoding.utf16
    var documents: [String: OpenDocument] = [:]
    /// Documents whose diagnostics are older than their text, in the order in which they changed.
    private(set) var undiagnosed: [String] = []

    init(serverVersion: String) { self.serverVersion = serverVersion }

    /// The exit code if the client's stream ends now.
    var exitCodeAtEnd: Int32 { exitCode ?? (state == .shutDown ? 0 : 1) }

    // MARK: Messages

    /// Takes a message, and returns the messages to send.
    mutating func take(_ message: IncomingMessage, isCancelled: Bool = false) -> [JSONValue] {
        guard let method = message.method else {
            // A response. The server sends no requests, so there is nothing that it could answer.
            return []
        }
        guard let id = message.id else { return notify(method, message) }
        if isCancelled { return [ResponseError(.requestCancelled, "the request was cancelled").response(to: id)] }
        do throws(ResponseError) {
            return [["jsonrpc": "2.0", "id": id.json, "result": try answer(method, message)]]
        } catch {
            return [error.response(to: id)]
        }
    }

    private mutating func answer(_ method: String, _ message: IncomingMessage) throws(ResponseError) -> JSONValue {
        switch (state, method) {
        case (.new, "initialize"):
            capabilities = try message.parameters(RequestParameters.Initialize.self).capabilities
            encoding = capabilities.encoding
            state = .running
            return initializeResult
        case (.new, _): throw ResponseError(.serverNotInitialized, "the first request must be 'initialize'")
        case (.shutDown, _): throw ResponseError(.invalidRequest, "the session was shut down")
        case (.running, "initialize"): throw ResponseError(.invalidRequest, "the session is initialized already")
        case (.running, "shutdown"):
            state = .shutDown
            return nil
        default: return try answerFeature(method, message)
        }
    }

    private mutating func notify(_ method: String, _ message: IncomingMessage) -> [JSONValue] {
        if method == "exit" {
            exitCode = state == .shutDown ? 0 : 1
            return []
        }
        guard state == .running else { return [] }
        do throws(ResponseError) {
            switch method {
            case "textDocument/didOpen": return try open(message.parameters(RequestParameters.Open.self))
            case "textDocument/didChange": return try change(message.parameters(RequestParameters.Change.self))
            case "textDocument/didSave":
                markUndiagnosed(try message.parameters(RequestParameters.WholeDocument.self).textDocument.uri)
            case "textDocument/didClose":
                return close(try message.parameters(RequestParameters.WholeDocument.self).textDocument.uri)
            default: break
            }
            return []
        } catch {
            return [Self.log(error.message)]
        }
    }

    /// A message for the client's log. Notifications have no other answer.
    private static func log(_ text: String) -> JSONValue {
        notification("window/logMessage", ["type": 1, "message": .string(text)])
    }

    static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    }

    // MARK: Documents

    private mutating func open(_ parameters: RequestParameters.Open) -> [JSONValue] {
        let item = parameters.textDocument
        documents[item.uri] = OpenDocument(text: item.text, version: item.version)
        markUndiagnosed(item.uri)
        return limit(item.uri)
    }

    private mutating func change(_ parameters: RequestParameters.Change) throws(ResponseError) -> [JSONValue] {
        let uri = parameters.textDocument.uri
        guard documents[uri] != nil else {
            throw ResponseError(.invalidParameters, "'textDocument/didChange': the document isn't open: \(uri)")
        }
        documents[uri]?.change(parameters.contentChanges, version: parameters.textDocument.version, encoding)
        markUndiagnosed(uri)
        return limit(uri)
    }

    private mutating func close(_ uri: String) -> [JSONValue] {
        guard documents.removeValue(forKey: uri) != nil else { return [] }
        undiagnosed.removeAll { $0 == uri }
        return [Self.notification("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])]
    }

    /// Closes a document if all together are larger than allowed.
    private mutating func limit(_ uri: String) -> [JSONValue] {
        let size = documents.values.reduce(0) { $0 + $1.text.bytes.count }
        guard size > Self.documentBytes else { return [] }
        let text = "the open documents have more than \(Self.documentBytes) bytes; this one is left out: \(uri)"
        return close(uri) + [Self.log(text)]
    }

    private mutating func markUndiagnosed(_ uri: String) {
        if documents[uri] != nil, !undiagnosed.contains(uri) { undiagnosed.append(uri) }
    }

    /// Compiles the document that has waited longest, and returns its diagnostics. Nil if none waits.
    mutating func diagnoseNext() -> JSONValue? {
        guard !undiagnosed.isEmpty else { return nil }
        let uri = undiagnosed.removeFirst()
        guard let document = documents[uri] else { return diagnoseNext() }
        return diagnostics(of: document, uri)
    }
}
