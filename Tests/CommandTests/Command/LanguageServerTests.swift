import Foundation
import Glibc
import TestSupport
import Testing

/// Drives `coreimage kernel language-server` over pipes, as an editor does.
@Suite("Language server") struct LanguageServerTests {
    /// The command with pipes as its streams.
    private final class Server {
        let process = LaunchedProgram()
        private let input = Pipe()
        private let output = Pipe()
        private var received = Data()

        init() throws {
            process.executableURL = ProductsFolder.product("coreimage")
            process.arguments = ["kernel", "language-server", "--stdio"]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        deinit {
            process.terminate()
            process.waitUntilExit()
        }

        func send(raw text: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        }

        func send(_ message: String) throws {
            try send(raw: "Content-Length: \(message.utf8.count)\r\n\r\n\(message)")
        }

        func endInput() throws { try input.fileHandleForWriting.close() }
        func closeOutput() throws { try output.fileHandleForReading.close() }

        /// Returns the next message. A server that sends nothing for a minute fails the test.
        func receive() throws -> [String: Any] {
            let separator = Data("\r\n\r\n".utf8)
            while true {
                if let end = received.range(of: separator) {
                    let header = String(decoding: received[received.startIndex..<end.lowerBound], as: UTF8.self)
                    let length = try #require(Int(header.replacing("Content-Length: ", with: "")))
                    if received.endIndex - end.upperBound >= length {
                        let body = Data(received[end.upperBound..<(end.upperBound + length)])
                        received = Data(received[(end.upperBound + length)...])
                        return try #require(JSONSerialization.jsonObject(with: body) as? [String: Any])
                    }
                }
                let descriptor = output.fileHandleForReading.fileDescriptor
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                try #require(poll(&waiting, 1, 60_000) > 0, "the server sends nothing")
                var part = [UInt8](repeating: 0, count: 65_536)
                let count = read(descriptor, &part, part.count)
                try #require(count > 0, "the server has ended")
                received += part[..<count]
            }
        }

        /// Returns the response with an ID. Messages before it are left out.
        func receive(id: Int) throws -> [String: Any] {
            while true {
                let message = try receive()
                if message["id"] as? Int == id { return message }
            }
        }

        func initialize() throws -> [String: Any] {
            try send(
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"general":{"positionEncodings":["utf-8"]}}}}"#
            )
            let answer = try receive(id: 1)
            try send(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
            return answer
        }
    }

    private static let uri = "file:///a.cikernel"

    @Test("a session from start to end", .timeLimit(.minutes(5)))
    func session() throws {
        let server = try Server()
        let result = try #require(server.initialize()["result"] as? [String: Any])
        let capabilities = try #require(result["capabilities"] as? [String: Any])
        #expect(capabilities["positionEncoding"] as? String == "utf-8")

        let text = #"// é\nkernel vec4 dim(__sample image) {\n  return imag * 0.5;\n}\n"#
        try server.send(
            #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(Self.uri)","languageId":"cikernel","version":1,"text":"\#(text)"}}}"#
        )
        func diagnostics() throws -> (version: Int?, list: [[String: Any]]) {
            let message = try server.receive()
            #expect(message["method"] as? String == "textDocument/publishDiagnostics")
            let parameters = message["params"] as? [String: Any]
            return (parameters?["version"] as? Int, parameters?["diagnostics"] as? [[String: Any]] ?? [])
        }
        let (version, list) = try diagnostics()
        #expect(version == 1)
        #expect(list.count == 1)
        let range = list.first?["range"] as? [String: [String: Int]]
        #expect(range?["start"] == ["line": 2, "character": 9])
        #expect(range?["end"] == ["line": 2, "character": 13])
        #expect((list.first?["message"] as? String)?.contains("did you mean 'image'?") == true)

        try server.send(
            #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(Self.uri)","version":2},"contentChanges":[{"range":{"start":{"line":2,"character":13},"end":{"line":2,"character":13}},"text":"e"}]}}"#
        )
        let corrected = try diagnostics()
        #expect(corrected.version == 2)
        #expect(corrected.list.isEmpty)

        let place = #""textDocument":{"uri":"\#(Self.uri)"},"position":{"line":2,"character":12}"#
        try server.send(
            #"{"jsonrpc":"2.0","id":2,"method":"textDocument/rename","params":{\#(place),"newName":"picture"}}"#)
        let renamed = try server.receive(id: 2)["result"] as? [String: [String: [[String: Any]]]]
        #expect(renamed?["changes"]?[Self.uri]?.count == 2)

        try server.send(#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#)
        #expect(try server.receive(id: 3)["result"] is NSNull)
        try server.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        server.process.waitUntilExit()
        #expect(server.process.terminationReason == .exit)
        #expect(server.process.terminationStatus == 0)
    }

    @Test("wrong bytes are answered with errors, and the session goes on", .timeLimit(.minutes(5)))
    func wrongBytes() throws {
        let server = try Server()
        _ = try server.initialize()
        func code(_ message: [String: Any]) -> Int? { (message["error"] as? [String: Any])?["code"] as? Int }
        try server.send("{nonsense")
        #expect(code(try server.receive()) == -32700)
        try server.send(raw: "Content-Length: none\r\n\r\n\n")
        #expect(code(try server.receive()) == -32700)
        try server.send(#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover"}"#)
        #expect(code(try server.receive(id: 7)) == -32602)
        try server.endInput()
        server.process.waitUntilExit()
        #expect(server.process.terminationStatus == 1, "the session wasn't shut down")
    }

    @Test("a client that is gone ends the server", .timeLimit(.minutes(5)))
    func lostClient() throws {
        let server = try Server()
        _ = try server.initialize()
        try server.closeOutput()
        try server.send(#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}"#)
        server.process.waitUntilExit()
        #expect(server.process.terminationReason == .exit)
        #expect(server.process.terminationStatus == 1)
    }

    @Test("the help shows how to set up editors")
    func help() throws {
        let outcome = try CommandProcess().run(["kernel", "language-server", "--help"])
        #expect(outcome.code == 0)
        for editor in ["NEOVIM", "EMACS", "VISUAL STUDIO CODE", "KATE"] { #expect(outcome.output.contains(editor)) }
    }
}
