/// An error that answers a request.
struct ResponseError: Error, Sendable, Hashable {
    /// The codes of JSON-RPC and of the Language Server Protocol.
    enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case serverNotInitialized = -32002
        case requestFailed = -32803
        case requestCancelled = -32800
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The response to a request, or to a message whose ID could not be read.
    func response(to id: MessageID?) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id?.json ?? .null,
            "error": ["code": .number(code.rawValue), "message": .string(message)],
        ]
    }
}
