import Foundation
import ImageFiles
import TestSupport
import Testing

@Suite("Files that are not to be replaced")
struct ReplacingTests {
    private let picture = SampleFiles.bytes(4, 3, .rgb, space: SampleFiles.sRGB) { _, _, _ in 200 }

    @Test("A file, and a link that leads nowhere, stay as they are") func existing() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let (file, link) = (folder.appendingPathComponent("a.png"), folder.appendingPathComponent("b.png"))
            try Data("mine".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere")
            for place in [file, link] {
                #expect(throws: ImageFileError.exists(file: place.path)) {
                    try ImageFileWriter.write(picture, to: place, as: .png, replaces: false)
                }
            }
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "nowhere")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.png", "b.png"])
        }
    }

    @Test("A name that is free is taken") func free() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("a.png")
            try ImageFileWriter.write(picture, to: file, as: .png, replaces: false)
            #expect(try ImageFileReader.open(url: file).width == 4)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
        }
    }
}
