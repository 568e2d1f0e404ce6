import Foundation
import Pixels
import Synchronization
import TestSupport
import Testing

@testable import ImageFiles

@Suite("Drawings in a process of their own")
struct DrawingProcessTests {
    /// The worker program, which is in the folder of the test runner.
    private static func worker() -> URL { ProductsFolder.product("coreimage-unit-worker") }

    private func svg(_ side: Int, _ body: String) -> Data {
        Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(side)\" height=\"\(side)\">\(body)</svg>".utf8)
    }

    private func open(_ data: Data) throws -> any ImageFileSource {
        try ImageFileReader.open(data: data, name: "a.svg", drawingProgram: Self.worker)
    }

    @Test("Small and large drawings have the pixels that they say", arguments: [8, 1500])
    func pixels(side: Int) throws {
        // The left half is red.
        let body = "<rect width=\"50%\" height=\"100%\" fill=\"#ff0000\"/>"
        let source = try open(svg(side, body))
        #expect((source.width, source.height, source.format) == (side, side, .svg))
        #expect(source.alphaState == .unpremultiplied && source.colorSpace == SampleFiles.sRGB)
        let raster = try SampleFiles.pixels(source)
        #expect(raster[0, 0] == SIMD4(1, 0, 0, 1))
        #expect(raster[side / 2 - 1, side - 1] == SIMD4(1, 0, 0, 1))
        #expect(raster[side / 2, 0].w == 0)
        let view = try #require(source.storage)
        #expect(view.bounds == PixelRect(x: 0, y: 0, width: side, height: side))
    }

    @Test("Rows go from the top down, and alpha isn't multiplied in")
    func rows() throws {
        let body = "<rect width=\"4\" height=\"1\" fill=\"#0000ff\" fill-opacity=\"0.5\"/>"
        let raster = try SampleFiles.pixels(try open(svg(4, body)))
        #expect(raster[1, 3].z == 1 && abs(raster[1, 3].w - 0.5) < 0.01)
        #expect(raster[1, 2].w == 0)
    }

    @Test("A drawing that crashes librsvg is reported as a damaged file")
    func crash() {
        let error = #expect(throws: ImageFileError.self) {
            _ = try SampleFiles.pixels(try open(svg(20, "<text font-size=\"1e7\" y=\"9\">M</text>")))
        }
        guard case .damaged("a.svg", let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("crashed"))
    }

    @Test("A drawing that is cancelled ends")
    func cancelled() throws {
        let slow = "<filter id=\"f\"><feTurbulence baseFrequency=\".1\" numOctaves=\"15\"/></filter>"
        let source = try open(svg(2000, slow + "<rect width=\"100%\" height=\"100%\" filter=\"url(#f)\"/>"))
        let checks = Atomic<Int>(0)
        #expect(throws: CancellationError.self) {
            try ReadingCancellation.withCheck({ checks.wrappingAdd(1, ordering: .relaxed).newValue > 2 }) {
                _ = try SampleFiles.pixels(source)
            }
        }
    }

    @Test("Missing and invalid replies of the drawing process are reported as errors")
    func impostors() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            // A reply that announces success and 4000 × 4000 pixels, but has no pixels after its header.
            let long =
                "printf '\\1\\0\\0\\0\\0\\0\\0\\0\\240\\17\\0\\0\\0\\0\\0\\0\\240\\17\\0\\0\\0\\0\\0\\0\\1'; head -c 4071 /dev/zero"
            for (name, script, word, isDamage) in [
                ("silent", "exit 0", "name it in COREIMAGE_UNIT_WORKER", false),
                ("failing", "exit 3", "without an answer (exit code 3)", false),
                ("limited", "exit 74", "ulimit -f", false), ("cut", "kill -XFSZ $$", "ulimit -f", false),
                ("short", "head -c 4096 /dev/zero", "gave no reason", true), ("lying", long, "without an answer", true),
                ("dying", "kill -SEGV $$", "crashed (signal 11)", true),
            ] {
                let program = folder.appendingPathComponent(name)
                try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
                let error = #expect(throws: ImageFileError.self) {
                    try ImageFileReader.open(data: svg(4, ""), name: "a.svg", drawingProgram: { program })
                }
                let text = error?.description ?? ""
                #expect(text.contains(word) && text.contains("is damaged") == isDamage, "\(name): \(text)")
            }
            struct Missing: Error, CustomStringConvertible { var description: String { "the program is gone" } }
            let error = #expect(throws: ImageFileError.self) {
                try ImageFileReader.open(data: svg(4, ""), name: "a.svg", drawingProgram: { throw Missing() })
            }
            #expect("\(error.map(String.init(describing:)) ?? "")".contains("the program is gone"))
        }
    }
}
