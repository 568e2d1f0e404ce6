import Foundation
import Glibc
import Testing

@testable import UnitAuthoring

/// Tests with file names that are equal as `String` or aren't UTF-8, but name different files.
@Suite struct FileNameTests {
    @Test func aFolderHasOneSpelling() throws {
        var names = EntryNames(package: "a")
        try names.add("\u{E9}/1")
        try names.add("\u{E9}/2")
        #expect(throws: PackageError.collision("a", entry: "e\u{301}/3", other: "\u{E9}")) {
            try names.add("e\u{301}/3")
        }
    }

    @Test func namesThatAreNotUTF8AreRefused() throws {
        let folder = try TestFolder()
        try folder.write("a.txt", "")
        let bytes = Array(folder.path("caf").utf8) + [0xE9, 0]
        let file = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
        }
        try #require(file >= 0)
        close(file)
        let error = #expect(throws: AuthoringError.self) { try FolderContents.files(below: folder.url) }
        #expect("\(try #require(error))".contains("caf\\xE9: the name isn't UTF-8"))
    }

    @Test func aTildeIsAName() throws {
        let products = CoreImageProducts.standard(environment: ["COREIMAGE_PRODUCTS": "~root/build"])
        #expect(products.folder.path == FileManager.default.currentDirectoryPath + "/~root/build")
    }
}
