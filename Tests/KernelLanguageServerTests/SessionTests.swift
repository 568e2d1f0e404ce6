import Foundation
import Testing

@testable import KernelLanguageServer

/// Tests the messages of the protocol. What the features find is tested without messages.
@Suite("Sessions") struct SessionTests {
    @Test(
        "the encoding is the first one of the client's list that is known",
        arguments: [
            ("{}", "utf-16"), ("{\"general\":{\"positionEncodings\":[\"utf-8\",\"utf-16\"]}}", "utf-8"),
            ("{\"general\":{\"positionEncodings\":[\"utf-32\",\"utf-16\",\"utf-8\"]}}", "utf-16"),
            ("{\"general\":{\"positionEncodings\":[\"utf-32\"]}}", "utf-16"), ("{\"general\":{}}", "utf-16"),
        ])
    func encodings(capabilities: String, expected: String) throws {
        var client = SessionClient(uninitialized: ())
        let answer = try client.request("initialize", "{\"capabilities\":\(capabilities)}")
        #expect(answer[path: "result.capabilities.positionEncoding"] == .string(expected))
        #expect(answer[path: "result.capabilities.textDocumentSync.change"] == 2)
        #expect(answer[path: "result.capabilities.renameProvider"] == true)
    }

    @Test(
        "diagnostics in both encodings",
        arguments: [("[\"utf-8\"]", 35, 36), ("[\"utf-16\"]", 32, 33)])
    func diagnostics(encodings: String, start: Int, end: Int) throws {
        var client = try SessionClient(capabilities: "{\"general\":{\"positionEncodings\":\(encodings)}}")
        // Before `t`: `/*é𝒳*/` has 10 bytes and 7 units, and the rest has 25 characters.
        try client.open("/*é𝒳*/kernel vec4 f() { return t; }", version: 5)
        let diagnosis = client.session.diagnoseNext()
        let sent = try #require(diagnosis)
        #expect(sent["method"] == "textDocument/publishDiagnostics")
        #expect(sent[path: "params.uri"] == .string(SessionClient.uri))
        #expect(sent[path: "params.version"] == 5)
        #expect(
            sent[path: "params.diagnostics.0.range"]?.text
                == "{\"start\":{\"line\":0,\"character\":\(start)},\"end\":{\"line\":0,\"character\":\(end)}}")
        #expect(sent[path: "params.diagnostics.0.severity"] == 1)
        let next = client.session.diagnoseNext()
        #expect(next == nil)
    }

    @Test("a later change replaces a diagnosis, a remedy is in the message, and closing clears diagnostics")
    func changes() throws {
        var client = try SessionClient()
        try client.open("kernel vec4 f() { return t; }")
        let edit =
            "{\"textDocument\":{\"uri\":\"\(SessionClient.uri)\",\"version\":2},\"contentChanges\":[{\"range\":"
            + "{\"start\":{\"line\":0,\"character\":25},\"end\":{\"line\":0,\"character\":26}},\"text\":\"vec4(lerp(1.0))\"}]}"
        #expect(try client.notify("textDocument/didChange", edit).isEmpty)
        let diagnosis = client.session.diagnoseNext()
        let sent = try #require(diagnosis)
        #expect(sent[path: "params.version"] == 2)
        guard case .string(let message)? = sent[path: "params.diagnostics.0.message"] else {
            Issue.record("no message")
            return
        }
        #expect(message.hasSuffix("\nhelp: write mix(a, b, t)"))
        let next = client.session.diagnoseNext()
        #expect(next == nil)
        #expect(
            try client.notify("textDocument/didSave", "{\"textDocument\":{\"uri\":\"\(SessionClient.uri)\"}}").isEmpty)
        let saved = client.session.diagnoseNext()
        #expect(saved != nil)
        let closed = try client.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(SessionClient.uri)\"}}")
        #expect(closed.first?[path: "params.diagnostics"] == [])
        let gone = try client.request("hover", line: 0, character: 0)
        #expect(gone[path: "error.code"] == -32602)
    }

    @Test("requests about places")
    func places() throws {
        var client = try SessionClient(
            capabilities: "{\"textDocument\":{\"hover\":{\"contentFormat\":[\"markdown\"]}}}")
        try client.open("// 𝒳\nkernel vec4 f(__sample s) { /*𝒳*/ return mix(s, s, 0.5); }\n")
        // `mix` begins at column 40: 28 before `/*`, `/*𝒳*/` has 6 units, a space, and `return `.
        let hover = try client.request("hover", line: 1, character: 43)
        #expect(
            hover[path: "result.range"]?.text
                == "{\"start\":{\"line\":1,\"character\":42},\"end\":{\"line\":1,\"character\":45}}")
        #expect(hover[path: "result.contents.kind"] == "markdown")
        #expect(try client.request("hover", line: 5, character: 5)[path: "result"] == .null)
        let definition = try client.request("definition", line: 1, character: 46)
        #expect(
            definition[path: "result.0.range"]?.text
                == "{\"start\":{\"line\":1,\"character\":23},\"end\":{\"line\":1,\"character\":24}}")
        let references = try client.request(
            "references", line: 1, character: 46, ",\"context\":{\"includeDeclaration\":false}")
        #expect(references[path: "result.1.range.start.character"] == 49)
        #expect(references[path: "result.2"] == nil)
        let highlights = try client.request("documentHighlight", line: 1, character: 23)
        #expect(highlights[path: "result.0.kind"] == 3)
        #expect(highlights[path: "result.1.kind"] == 2)
        let help = try client.request("signatureHelp", line: 1, character: 48)
        #expect(help[path: "result.activeParameter"] == 1)
        #expect(help[path: "result.signatures.0.label"] == "genF mix(genF x, genF y, genF a)")
        #expect(help[path: "result.signatures.0.parameters.1.label"] == "genF y")
        let completion = try client.request("completion", line: 1, character: 42)
        guard case .array(let items)? = completion["result"] else {
            Issue.record("no list")
            return
        }
        #expect(items.contains { $0["label"] == "s" && $0["detail"] == "__sample s" && $0["kind"] == 6 })
    }

    @Test("renaming")
    func renaming() throws {
        var preparing = SessionClient(uninitialized: ())
        let answer = try preparing.request(
            "initialize", "{\"capabilities\":{\"textDocument\":{\"rename\":{\"prepareSupport\":true}}}}")
        #expect(answer[path: "result.capabilities.renameProvider.prepareProvider"] == true)
        var client = try SessionClient()
        try client.open("kernel vec4 f(__sample s) { return s; }")
        let prepared = try client.request("prepareRename", line: 0, character: 23)
        #expect(prepared[path: "result.placeholder"] == "s")
        let renamed = try client.request("rename", line: 0, character: 35, ",\"newName\":\"image\"")
        let edits = try #require(renamed[path: "result.changes"]?[SessionClient.uri])
        #expect(edits[path: "0.range.start.character"] == 23)
        #expect(edits[path: "1.range.start.character"] == 35)
        #expect(edits[path: "1.newText"] == "image")
        let refused = try client.request("rename", line: 0, character: 35, ",\"newName\":\"vec2\"")
        #expect(refused[path: "error.code"] == -32803)
        #expect(try client.request("prepareRename", line: 0, character: 8)[path: "error.code"] == -32803)
    }

    @Test("formatting, outlines and colours")
    func wholeDocuments() throws {
        let document = "\"textDocument\":{\"uri\":\"\(SessionClient.uri)\"}"
        var client = try SessionClient()
        try client.open("const float a=1.0;\nkernel vec4 f(){\nreturn vec4(a);}")
        let options = "\"options\":{\"tabSize\":2,\"insertSpaces\":true,\"other\":[1,{}]}"
        let formatted = try client.request("textDocument/formatting", "{\(document),\(options)}")
        #expect(
            formatted[path: "result.0"]?.text
                == "{\"range\":{\"start\":{\"line\":0,\"character\":13},\"end\":{\"line\":0,\"character\":13}},\"newText\":\" \"}"
        )
        let range = "\"range\":{\"start\":{\"line\":2,\"character\":0},\"end\":{\"line\":2,\"character\":3}}"
        let part = try client.request("textDocument/rangeFormatting", "{\(document),\(range),\(options)}")
        #expect(part[path: "result.0.newText"] == "\n  ")
        #expect(
            try client.request("textDocument/rangeFormatting", "{\(document),\(options)}")[path: "error.code"] == -32602
        )
        let flat = try client.request("textDocument/documentSymbol", "{\(document)}")
        #expect(flat[path: "result.1.location.range.start.line"] == 1)
        var hierarchical = try SessionClient(
            capabilities: "{\"textDocument\":{\"documentSymbol\":{\"hierarchicalDocumentSymbolSupport\":true}}}")
        try hierarchical.open("kernel vec4 f() { return vec4(1.0); }")
        let tree = try hierarchical.request("textDocument/documentSymbol", "{\(document)}")
        #expect(tree[path: "result.0.selectionRange.start.character"] == 12)
        let tokens = try hierarchical.request("textDocument/semanticTokens/full", "{\(document)}")
        // `kernel`, `vec4` and `f`: lines and columns relative to the word before, length, class, properties.
        guard case .array(let data)? = tokens[path: "result.data"] else {
            Issue.record("no data")
            return
        }
        #expect(data.prefix(15) == [0, 0, 6, 0, 0, 0, 7, 4, 1, 0, 0, 5, 1, 2, 1])
    }

    @Test("a line of very many names", .timeLimit(.minutes(2)))
    func longLine() throws {
        let document = "\"textDocument\":{\"uri\":\"\(SessionClient.uri)\"}"
        var client = try SessionClient()
        try client.open("/*é*/ " + String(repeating: "float f(float x){return x;} ", count: 8000))
        let found = try client.request(
            "references", line: 0, character: 12, ",\"context\":{\"includeDeclaration\":true}")
        #expect(found[path: "result.7999.range.start.character"] == .number(12 + 28 * 7999))
        _ = try client.request("documentHighlight", line: 0, character: 12)
        let symbols = try client.request("textDocument/documentSymbol", "{\(document)}")
        #expect(symbols[path: "result.7999.location.range.start.character"] == .number(6 + 28 * 7999))
        let options = "\"options\":{\"tabSize\":4,\"insertSpaces\":true}"
        let edits = try client.request("textDocument/formatting", "{\(document),\(options)}")
        #expect(edits[path: "result.0.range.start.character"] == 22)
        _ = try client.request("textDocument/semanticTokens/full", "{\(document)}")
    }

    @Test("the order of messages")
    func order() throws {
        var client = SessionClient(uninitialized: ())
        #expect(try client.request("textDocument/hover", "{}")[path: "error.code"] == -32002)
        #expect(try client.notify("textDocument/didOpen", "{}").isEmpty)
        #expect(try client.request("initialize", "{\"capabilities\":{}}")["error"] == nil)
        #expect(try client.request("initialize", "{\"capabilities\":{}}")[path: "error.code"] == -32600)
        #expect(client.session.exitCodeAtEnd == 1)
        #expect(try client.request("shutdown", "null")["result"] == .null)
        #expect(client.session.exitCodeAtEnd == 0)
        #expect(try client.request("textDocument/hover", "{}")[path: "error.code"] == -32600)
        #expect(try client.send("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}").isEmpty)
        #expect(client.session.exitCode == 0)
        var hurried = SessionClient(uninitialized: ())
        _ = try hurried.send("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}")
        #expect(hurried.session.exitCode == 1)
    }

    @Test(
        "wrong parameters",
        arguments: [
            ("textDocument/hover", "{}", -32602), ("textDocument/hover", "null", -32602),
            ("textDocument/hover", "[]", -32602), ("textDocument/hover", "{\"textDocument\":{\"uri\":\"a\"}}", -32602),
            (
                "textDocument/hover",
                "{\"textDocument\":{\"uri\":\"a\"},\"position\":{\"line\":\"0\",\"character\":0}}", -32602
            ),
            (
                "textDocument/hover",
                "{\"textDocument\":{\"uri\":\"a\"},\"position\":{\"line\":1e30,\"character\":0}}", -32602
            ),
            (
                "textDocument/hover",
                "{\"textDocument\":{\"uri\":\"none\"},\"position\":{\"line\":0,\"character\":0}}", -32602
            ),
            ("textDocument/unknown", "{}", -32601), ("$/unknown", "{}", -32601), ("", "{}", -32601),
        ])
    func wrongParameters(method: String, parameters: String, code: Int) throws {
        var client = try SessionClient()
        #expect(try client.request(method, parameters)[path: "error.code"] == .number(code))
    }

    @Test("notifications with errors are logged, and unknown ones are ignored")
    func wrongNotifications() throws {
        var client = try SessionClient()
        #expect(try client.notify("textDocument/didOpen", "{}").first?["method"] == "window/logMessage")
        let change = "{\"textDocument\":{\"uri\":\"none\",\"version\":1},\"contentChanges\":[]}"
        #expect(try client.notify("textDocument/didChange", change).first?["method"] == "window/logMessage")
        #expect(try client.notify("$/setTrace", "{}").isEmpty)
        #expect(try client.notify("workspace/didChangeConfiguration", "{}").isEmpty)
        #expect(try client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}").isEmpty)
    }

    @Test(
        "what isn't a message",
        arguments: [
            ("", -32700), ("{", -32700), ("nonsense", -32700), ("[]", -32600), ("1", -32600), ("\"text\"", -32600),
            ("{\"id\":[],\"method\":\"a\"}", -32600), ("{\"id\":1,\"method\":5}", -32600),
            ("{\"id\":1,\"id\":2,\"method\":\"a\"}", -32700), (String(repeating: "[", count: 100_000), -32700),
            ("{\"method\":\"\u{1}\"}", -32700),
        ])
    func notMessages(text: String, code: Int) {
        let error = #expect(throws: ResponseError.self) { try IncomingMessage(Data(text.utf8)) }
        #expect(error?.code.rawValue == code)
    }

    @Test("text that isn't UTF-8")
    func invalidText() {
        let error = #expect(throws: ResponseError.self) {
            try IncomingMessage(Data("{\"method\":\"".utf8) + [0xFF, 0xC0] + Data("\"}".utf8))
        }
        #expect(error?.code == .parseError)
    }

    @Test("a cancelled request is answered with an error")
    func cancellation() throws {
        var client = try SessionClient()
        let message = try IncomingMessage(Data("{\"id\":\"x\",\"method\":\"textDocument/hover\",\"params\":{}}".utf8))
        let answers = client.session.take(message, isCancelled: true)
        #expect(answers.first?[path: "error.code"] == -32800)
        #expect(answers.first?["id"] == "x")
    }

    @Test("the queue cancels requests that wait, and no others")
    func queue() throws {
        func message(_ id: Int) throws -> MessageQueue.Entry {
            .message(try IncomingMessage(Data("{\"id\":\(id),\"method\":\"a\"}".utf8)), size: 10)
        }
        let queue = MessageQueue()
        queue.cancel(.number(1))
        queue.add(try message(1))
        queue.add(try message(2))
        queue.cancel(.number(2))
        queue.end()
        #expect(queue.next()?.isCancelled == false)
        #expect(queue.next()?.isCancelled == true)
        #expect(queue.next() == nil)
    }

    @Test("text of JSON")
    func json() {
        let value: JSONValue = ["a\"\\\n\t\r\u{1}é": [nil, true, -5, "x"], "b": [:]]
        #expect(value.text == "{\"a\\\"\\\\\\n\\t\\r\\u0001é\":[null,true,-5,\"x\"],\"b\":{}}")
    }
}
