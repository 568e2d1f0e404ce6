import Foundation
import Testing

@testable import KernelLanguageServer

/// A client that talks to a session without processes.
struct SessionClient {
    static let uri = "file:///test.cikernel"

    var session = LanguageSession(serverVersion: "1")
    private var lastID = 0

    /// Starts a session with the given capabilities of the client, as JSON.
    init(capabilities: String = "{}") throws {
        let answer = try request("initialize", "{\"processId\":null,\"rootUri\":null,\"capabilities\":\(capabilities)}")
        #expect(answer["result"] != nil)
        _ = try send("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}")
    }

    /// Doesn't start the session.
    init(uninitialized: Void) {}

    mutating func send(_ text: String) throws -> [JSONValue] {
        session.take(try IncomingMessage(Data(text.utf8)))
    }

    /// Sends a request with parameters as JSON, and returns the response.
    mutating func request(_ method: String, _ parameters: String) throws -> JSONValue {
        lastID += 1
        let answers = try send(
            "{\"jsonrpc\":\"2.0\",\"id\":\(lastID),\"method\":\"\(method)\",\"params\":\(parameters)}")
        let answer = try #require(answers.first)
        #expect(answers.count == 1)
        #expect(answer["id"] == .number(lastID))
        return answer
    }

    mutating func notify(_ method: String, _ parameters: String) throws -> [JSONValue] {
        try send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(parameters)}")
    }

    static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).serialized(), as: UTF8.self)
    }

    mutating func open(_ text: String, version: Int = 1) throws {
        let sent = try notify(
            "textDocument/didOpen",
            "{\"textDocument\":{\"uri\":\"\(Self.uri)\",\"languageId\":\"cikernel\",\"version\":\(version),\"text\":\(Self.quoted(text))}}"
        )
        #expect(sent.isEmpty)
    }

    /// Sends a request about a place.
    mutating func request(
        _ method: String, line: Int, character: Int, _ more: String = ""
    ) throws -> JSONValue {
        try request(
            "textDocument/\(method)",
            "{\"textDocument\":{\"uri\":\"\(Self.uri)\"},\"position\":{\"line\":\(line),\"character\":\(character)}\(more)}"
        )
    }
}

extension JSONValue {
    /// The text of a value, for comparison with JSON that is written out.
    var text: String { String(decoding: serialized(), as: UTF8.self) }

    /// The value at keys and indices, such as `result.0.range`.
    subscript(path path: String) -> JSONValue? {
        var value: JSONValue? = self
        for part in path.split(separator: ".") {
            if case .array(let values)? = value, let index = Int(part), index < values.count {
                value = values[index]
            } else {
                value = value?[String(part)]
            }
        }
        return value
    }
}
