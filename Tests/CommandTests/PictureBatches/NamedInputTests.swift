import Foundation
import ImageFiles
import Testing

@testable import Command
@testable import PictureBatches

@Suite("Names on the command line that stand for nothing")
struct NamedInputTests {
    @Test("An input that isn't there fails as such, whatever its name ends in")
    func missing() throws {
        let command = try CommandProcess()
        let names = ["nope", "nope.png"].map(command.path)
        let found = try PictureInputs(names, isRecursive: false) { _ in true }
        #expect(found.pictures.map(\.refusal) == names.map { ImageFileError.missing(file: $0).description })
        try Data().write(to: URL(fileURLWithPath: names[0]))
        #expect(try PictureInputs([names[0]], isRecursive: false) { _ in true }.pictures[0].refusal == nil)
    }

    @Test("An empty output is refused")
    func emptyOutput() {
        #expect {
            try ResultDestination("", inputs: ["a.png"], format: nil)
        } throws: {
            "\($0)".contains("-o: the name is empty")
        }
    }

    @Test("A compiled Metal library is named as such")
    func metalLibrary() throws {
        let command = try CommandProcess()
        let file = command.path("a.metallib")
        try Data("MTLB".utf8 + [0, 0, 0, 1]).write(to: URL(fileURLWithPath: file))
        #expect {
            try KernelFile.read(file)
        } throws: {
            "\($0)".contains("compiled Metal library")
        }
    }
}
