import Foundation
import Testing

@testable import UntrustedInput

/// Tests with file names that are equal as `String` or aren't UTF-8.
@Suite("Names of files") final class FileNameTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("names-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("an accent written in two ways makes two names") func equality() {
        let (composed, decomposed) = ("\u{E9}.png", "e\u{301}.png")
        #expect(composed == decomposed)
        #expect(FileName(composed) != FileName(decomposed))
        #expect(Set([composed, decomposed].map { FileName($0) }).count == 2)
        #expect([composed, decomposed].map { FileName($0) }.sorted().map(\.text) == [decomposed, composed])
        #expect(FileName(composed) == FileName(bytes: Array(composed.utf8)))
    }

    @Test(
        "bytes that aren't UTF-8 are shown by their numbers",
        arguments: [
            ([0xE9, 0x2E, 0x70], "\\xE9.p"), ([0x61, 0xFF, 0x0A], "a\\xFF\n"), ([0xC3, 0xA9, 0x80], "\u{E9}\\x80"),
            ([0xF0, 0x9D, 0x84], "\\xF0\\x9D\\x84"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
        ] as [([UInt8], String)])
    func shown(bytes: [UInt8], expected: String) {
        let name = FileName(bytes: bytes)
        #expect(name.text == nil && name.displayText == expected)
    }

    @Test("names that are text are shown as they are", arguments: ["", "a.png", "\u{FEFF}b", "e\u{301}", "𝄞\u{FFFD}"])
    func text(name: String) throws {
        #expect(try #require(FileName(name).text).utf8.elementsEqual(name.utf8))
        #expect(FileName(name).displayText.utf8.elementsEqual(name.utf8))
    }

    @Test("parts of paths") func parts() {
        #expect(FileName("a").appending(FileName("b")) == FileName("a/b"))
        #expect(FileName("/").appending(FileName("b")) == FileName("/b"))
        #expect(FileName("").appending(FileName("b")) == FileName("b"))
        #expect(FileName("/a/b").parent == FileName("/a") && FileName("/a").parent == FileName("/"))
        #expect(FileName(".a").isHidden && !FileName("a.").isHidden && !FileName("").isHidden)
    }

    @Test("a listing has every name with its own bytes") func listing() throws {
        let names: [[UInt8]] = [
            Array("e\u{301}.png".utf8), [0xC3, 0xA9], [0xE8], [0xE9], Array("\u{FEFF}b".utf8), Array("\u{FFFD}".utf8),
        ]
        for name in names {
            let path = FileName(folder.path).appending(FileName(bytes: name))
            let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
            try #require(file >= 0)
            close(file)
        }
        let found = try FolderListing.names(in: folder.path)
        #expect(Set(found.map(\.bytes)) == Set(names) && found.count == names.count)
        #expect(found == found.sorted())
        #expect(throws: FileReader.Failure.self) { try FolderListing.names(in: self.folder.path + "/nowhere") }
    }

    @Test(
        "paths that only a folder can have",
        arguments: [
            ("a.png/", true), ("a/.", true), ("a/..", true), (".", true), ("/", true), ("a.png", false), ("", false),
            ("...", false), ("a/.b", false), ("a.", false),
        ])
    func folderPath(path: String, expected: Bool) { #expect(PathText(path).isFolderPath == expected) }

    @Test(
        "keys of a list that Foundation takes for one are noticed",
        arguments: [
            ("<dict><key>Caf\u{E9}</key><true/><key>Cafe\u{301}</key><true/></dict>", true),
            ("<dict><key>Caf&#233;</key><true/><key>Cafe\u{301}</key><true/></dict>", true),
            ("<array><dict><key>a</key><true/><key>a</key><false/></dict></array>", true),
            ("<array><dict><key>a</key><true/></dict><dict><key>a</key><dict/></dict></array>", false),
            ("<array><key>a</key><key>a</key></array>", false), ("<dict/>", false),
        ])
    func keys(list: String, expected: Bool) throws {
        let data = Data("<plist version=\"1.0\">\(list)</plist>".utf8)
        #expect(try CheckedPropertyList.contents(data).hasEqualKeys == expected)
    }

    @Test(
        "equal keys in old-style lists are noticed",
        arguments: [
            ("{ \"Caf\u{E9}\" = a; \"Cafe\u{301}\" = b; }", true), ("a = b; a = c;", true),
            ("{ a = ( { a = b; } ); }", false), ("a = b;\nc = d;", false), ("( a, a )", false), ("a", false),
        ])
    func oldStyleKeys(list: String, expected: Bool) throws {
        #expect(try CheckedPropertyList.contents(Data(list.utf8)).hasEqualKeys == expected)
    }
}
