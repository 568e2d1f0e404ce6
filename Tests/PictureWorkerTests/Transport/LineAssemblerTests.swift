import ChildProcesses
import Testing

@testable import PictureWorker

@Suite("Lines of a stream")
struct LineAssemblerTests {
    private func texts(_ events: [LineAssembler.Event]) -> [String] {
        events.map { event in
            switch event {
            case .line(let bytes, let files):
                String(decoding: bytes, as: UTF8.self) + String(repeating: "*", count: files.count)
            case .oversized: "oversized"
            }
        }
    }

    @Test("However the stream is cut into parts, the lines are the same", arguments: 1...20)
    func parts(length: Int) {
        var lines = LineAssembler(limit: 8)
        let stream = Array("abc\n\n  \r\n12345678\n123456789\nx\nlast".utf8)
        var events: [LineAssembler.Event] = []
        for start in stride(from: 0, to: stream.count, by: length) {
            events += lines.add(stream[start..<min(stream.count, start + length)])
        }
        events += lines.finish()
        #expect(texts(events) == ["abc", "12345678", "oversized", "x", "last"])
    }

    @Test("Descriptors belong to the last line that begins in their part")
    func descriptors() throws {
        func file() throws -> [FileDescriptor] { [try FileDescriptor.null()] }
        var lines = LineAssembler(limit: 100)
        #expect(texts(lines.add("a\nb\n".utf8, files: try file())) == ["a", "b*"])
        #expect(texts(lines.add("c".utf8)) == [])
        #expect(texts(lines.add("d\ne".utf8, files: try file())) == ["cd"])
        #expect(texts(lines.add("f\n".utf8)) == ["ef*"])
        #expect(texts(lines.add("g\n".utf8)) == ["g"])
    }

    @Test("More descriptors than a job can name aren't kept")
    func many() throws {
        var lines = LineAssembler(limit: 100)
        weak var last: FileDescriptor?
        for _ in 0..<20 {
            let file = try FileDescriptor.null()
            last = file
            #expect(lines.add(" ".utf8, files: [file]).isEmpty)
        }
        #expect(last == nil)
        guard case .line(_, let files)? = lines.add("a\n".utf8).first else {
            Issue.record("there is no line")
            return
        }
        #expect(files.count == SocketChannel.descriptorLimit)
    }

    @Test("The descriptors of a line that is too long are closed with it")
    func oversized() throws {
        var lines = LineAssembler(limit: 2)
        weak var lost: FileDescriptor?
        do {
            let file = try FileDescriptor.null()
            lost = file
            #expect(texts(lines.add("abc".utf8, files: [file])) == ["oversized"])
        }
        #expect(lost != nil)
        #expect(texts(lines.add("def\nx\n".utf8)) == ["x"])
        #expect(lost == nil)
    }
}
