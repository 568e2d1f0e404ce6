import Foundation
import PictureWorker
import Testing

@Suite("Lines that are no requests")
struct MalformedLineTests {
    /// Lines, and a part of the message about each.
    static let lines: [(String, String)] = [
        ("garbage", "JSON"), ("[]", "an object is expected"), ("1", "an object is expected"), ("{", "isn't closed"),
        (#"{"id": "1"}"#, "\"output\" is missing"), (#"{"output": "a.png"}"#, "\"id\" is missing"),
        (#"{"id": "", "output": "a.png"}"#, "id: 1 to 256 bytes"),
        (#"{"id": 1, "output": "a.png"}"#, "id: a text is expected"),
        (#"{"id": "1", "outptu": "a.png"}"#, "did you mean output?"),
        (#"{"id": "1", "output": ""}"#, "output: the path of a file"),
        (#"{"id": "1", "output": 3}"#, "output: a path, or"),
        (#"{"id": "1", "output": {"memory": 3}}"#, "output.memory: a text is expected"),
        (#"{"id": "1", "output": "a.png", "input": {"memory": 9}}"#, "input.memory: an index from 0 to 7"),
        (#"{"id": "1", "output": "a.png", "input": {"file": "x"}}"#, "no field \"file\""),
        (#"{"id": "1", "output": "a.png", "size": {"fit": [1]}}"#, "size.fit: a width and a height"),
        (#"{"id": "1", "output": "a.png", "size": {"fit": [0, 5]}}"#, "size.fit: a width and a height"),
        (#"{"id": "1", "output": "a.png", "size": {}}"#, "size: one of"),
        (#"{"id": "1", "output": "a.png", "size": {"fit": [1, 1], "fill": [1, 1]}}"#, "size: one of"),
        (#"{"id": "1", "output": "a.png", "quality": 80}"#, "quality: a number from 0 to 1"),
        (#"{"id": "1", "output": "a.png", "depth": "12"}"#, "depth: one of"),
        (#"{"id": "1", "output": "a.png", "strip": 1}"#, "strip: true or false"),
        (#"{"id": "1", "output": "a.png", "deadline": 0}"#, "deadline: a number of seconds above 0"),
        (#"{"id": "1", "output": "a.png", "deadline": "soon"}"#, "deadline: a number is expected"),
        (#"{"id": "1", "output": "a.png", "chain": 3}"#, "chain: a text, or a list of words"),
        (#"{"id": "1", "output": "a.png", "recipe": [1]}"#, "recipe: a path, or a recipe"),
        (#"{"id": "1", "output": "a.png", "recipe": "r.json", "chain": "SepiaTone"}"#, "not both"),
        (#"{"id": "1", "output": "a.png", "units": "com.a"}"#, "units: a list is expected"),
        (#"{"id": "1", "id": "2", "output": "a.png"}"#, "twice"), (#"{"request": "quit"}"#, "no request \"quit\""),
        (#"{"request": "health", "id": "1"}"#, "no field \"id\""),
        (#"{"id": "1", "output": "a.png", "size": {"fit": [1.5, 3]}}"#, "a fraction where a whole number is meant"),
        (#"{"id": "1", "output": "a\u0000.png"}"#, "output: the path of a file"),
        (#"{"id": "1", "output": "a.png", "size": {"fit": [018, 3]}}"#, "column 49: this isn't a number of JSON"),
        (
            #"{"id": "1", "output": "a.png", "content_key": "\uD800"}"#,
            "column 48: this escape is none of JSON, or half of a character"
        ),
    ]

    @Test("The message names the field", arguments: lines.indices)
    func message(index: Int) throws {
        let (line, part) = Self.lines[index]
        do throws(WorkerRequest.Refusal) {
            _ = try WorkerRequest(line: line.utf8)
            Issue.record("\(line) was read")
        } catch {
            #expect(error.failure.kind == .malformed)
            #expect(error.failure.message.contains(part), "\(line): \(error.failure.message)")
            #expect(!error.failure.remedy.isEmpty)
        }
    }

    @Test("None of them matches the schema, unless it is only about bytes", arguments: lines.indices)
    func schema(index: Int) throws {
        let line = Self.lines[index].0
        // A schema can't see keys that are there twice, nor forbid a character.
        if line.contains(#""id": "2""#) || line.contains("u0000") { return }
        // Nor is one asked about what isn't JSON.
        if line.contains("018") || line.contains("uD800") { return }
        #expect(try JSONSchema(WorkerProtocol.schema).mismatch(line, "request") != nil, "\(line)")
    }

    @Test("The answer has the identifier if the line has one")
    func identifier() {
        for (line, id) in [
            (#"{"id": "7", "outptu": 1}"#, "7"), (#"{"id": 7}"#, nil), ("{", nil),
            (#"{"id": "", "output": "a.png"}"#, nil),
        ] {
            do throws(WorkerRequest.Refusal) {
                _ = try WorkerRequest(line: line.utf8)
                Issue.record("\(line) was read")
            } catch {
                #expect(error.id == id, "\(line)")
            }
        }
    }

    @Test("Another version of the protocol is a failure of its own")
    func version() {
        #expect {
            try WorkerRequest(line: #"{"protocol": 2, "id": "1", "output": "a.png"}"#.utf8)
        } throws: { ($0 as? WorkerRequest.Refusal)?.failure.kind == .version }
    }

    @Test("Jobs with all fields are read, match the schema, and are written as they were read")
    func complete() throws {
        let lines = [
            #"{"protocol": 1, "id": "a", "input": "in.jpg", "images": {"mask": "m.png", "b": {"memory": 1}}, "recipe": {"format": 1, "steps": [1.5, null, true, "x"]}, "output": "o.jpg", "size": {"fill": [10, 20]}, "quality": 0.5, "depth": "16", "strip": true, "upright": true, "deadline": 2.5, "units": ["com.a"], "reuse": true, "content_key": "etag"}"#,
            #"{"id": "b", "input": {"memory": 0}, "chain": ["SepiaTone", "intensity=1"], "output": {"memory": "webp"}}"#,
            #"{"id": "c", "chain": "A x=1, B", "recipe": null, "output": "o.png"}"#,
        ]
        let schema = try JSONSchema(WorkerProtocol.schema)
        for line in lines {
            guard case .job(let job) = try WorkerRequest(line: line.utf8) else {
                Issue.record("no job")
                continue
            }
            // Null stands for a field that is left out when it is read.
            if !line.contains("null,") || line.contains("1.5") { #expect(schema.mismatch(line, "request") == nil) }
            let written = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
            #expect(schema.mismatch(written, "request") == nil)
            guard case .job(let again) = try WorkerRequest(line: written.utf8) else {
                Issue.record("no job: \(written)")
                continue
            }
            #expect(again == job)
        }
    }
}
