import Foundation
import ImageFiles
import Pixels
import TestSupport
import Testing

@Suite("Files that can't be read or written")
struct FileErrorTests {
    private let picture = SampleFiles.bytes(40, 30, .rgb, space: SampleFiles.sRGB) { x, y, c in
        UInt8((x * y * 7 + c) & 255)
    }

    @Test("Reading names the file and the cause")
    func reading() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let missing = folder.appendingPathComponent("none.png")
            #expect(throws: ImageFileError.missing(file: missing.path)) { try ImageFileReader.open(url: missing) }
            #expect(throws: ImageFileError.isFolder(file: folder.path)) { try ImageFileReader.open(url: folder) }
            let text = folder.appendingPathComponent("text.jpg")
            try Data("not a picture at all, only words".utf8).write(to: text)
            #expect(throws: ImageFileError.notAnImage(file: text.path)) { try ImageFileReader.open(url: text) }
            let empty = folder.appendingPathComponent("empty.png")
            try Data().write(to: empty)
            #expect(throws: ImageFileError.notAnImage(file: empty.path)) { try ImageFileReader.open(url: empty) }
            #expect(throws: ImageFileError.self) { try ImageFileReader.open(data: Data()) }
            let remote = try #require(URL(string: "https://example.org/a.png"))
            #expect(throws: ImageFileError.self) { try ImageFileReader.open(url: remote) }
        }
    }

    @Test("A picture that breaks off fails and says so", arguments: [ImageFileFormat.jpeg, .png, .tiff, .webp])
    func truncated(format: ImageFileFormat) throws {
        // Noise, so that the cut falls into the pixels and not into what follows them.
        let noise = SampleFiles.bytes(90, 70, .rgb, space: SampleFiles.sRGB) { x, y, c in
            UInt8(truncatingIfNeeded: (x &* 73_856_093 ^ y &* 19_349_663 ^ c &* 83_492_791) >> 7)
        }
        let data = try ImageFileWriter.encode(noise, as: format)
        let cut = data.prefix(data.count * 6 / 10)
        #expect {
            try SampleFiles.pixels(try ImageFileReader.open(data: cut, name: "cut"))
        } throws: { error in
            let text = "\(error)"
            return error is ImageFileError && text.contains("cut")
        }
    }

    @Test("A folder that can't be created is reported like the file in it")
    func folders() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("new/deep/a.png")
            try ImageFileWriter.createFolder(of: file)
            try ImageFileWriter.createFolder(of: file)
            try ImageFileWriter.write(picture, to: file, as: .png)
            let below = file.appendingPathComponent("more/b.png")
            #expect(throws: ImageFileError.cannotCreate(file: below.path, reason: "Not a directory")) {
                try ImageFileWriter.createFolder(of: below)
            }
        }
    }

    @Test("A picture above the limit is refused before it is decoded")
    func limit() throws {
        let data = try ImageFileWriter.encode(picture, as: .png)
        #expect(throws: ImageFileError.tooLarge(file: "big", width: 40, height: 30, limit: 1000)) {
            try ImageFileReader.open(data: data, name: "big", pixelLimit: 1000)
        }
    }

    @Test("Formats with unsafe loaders are blocked")
    func blocked() throws {
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            for (name, text) in [("a.csv", "1,2\n3,4\n"), ("a.mat", "1 1\n1\n"), ("a.pdf", "%PDF-1.4\n")] {
                let file = folder.appendingPathComponent(name)
                try Data(text.utf8).write(to: file)
                #expect(throws: ImageFileError.notAnImage(file: file.path)) { try ImageFileReader.open(url: file) }
            }
        }
    }

    @Test("A failed write leaves no partial file and keeps the existing one")
    func atomic() throws {
        struct Stop: Error {}
        try withTemporaryFolder { path in
            let folder = URL(fileURLWithPath: path)
            let file = folder.appendingPathComponent("picture.png")
            try ImageFileWriter.write(picture, to: file, as: .png)
            let before = try Data(contentsOf: file)
            for format in [ImageFileFormat.png, .jpeg, .tiff] {
                let failing = EncodedPicture(width: 40, height: 3000, pixelFormat: .RGB8, colorSpace: nil) {
                    strip, _, _ in
                    if strip.y > 0 { throw Stop() }
                }
                #expect(throws: Stop.self) { try ImageFileWriter.write(failing, to: file, as: format) }
                #expect(try Data(contentsOf: file) == before)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["picture.png"])
            }
        }
    }

    @Test("Folders that are missing and disks that are full have their own errors")
    func places() throws {
        let nowhere = URL(fileURLWithPath: "/nonexistent-folder/picture.png")
        #expect {
            try ImageFileWriter.write(picture, to: nowhere, as: .png)
        } throws: { error in
            if case .cannotCreate(let file, _)? = error as? ImageFileError { file == nowhere.path } else { false }
        }
    }

    @Test("What a format can't hold is refused with the alternatives")
    func refused() {
        let wide = SampleFiles.words(2, 2, .rgb, space: SampleFiles.sRGB) { _, _, _ in 0 }
        #expect(throws: ImageFileError.self) { try ImageFileWriter.encode(wide, as: .jpeg) }
        let alpha = SampleFiles.bytes(2, 2, .rgba, space: SampleFiles.sRGB) { _, _, _ in 0 }
        #expect(throws: ImageFileError.self) { try ImageFileWriter.encode(alpha, as: .jpeg) }
        let mixed = SampleFiles.bytes(2, 2, .l, space: SampleFiles.sRGB) { _, _, _ in 0 }
        #expect(throws: ImageFileError.self) { try ImageFileWriter.encode(mixed, as: .png) }
        let none = SampleFiles.bytes(0, 2, .rgb, space: SampleFiles.sRGB) { _, _, _ in 0 }
        #expect(throws: ImageFileError.self) { try ImageFileWriter.encode(none, as: .png) }
        #expect(throws: ImageFileError.unknownFormat(file: "a.docx")) {
            try ImageFileWriter.format(for: URL(fileURLWithPath: "/tmp/a.docx"))
        }
    }
}
