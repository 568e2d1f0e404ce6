import ImageFiles
import Testing

@testable import PictureBatches

@Suite("Names made by a pattern")
struct NamePatternTests {
    private func pattern(_ text: String) throws -> NamePattern { try #require(NamePattern(text)) }

    @Test("A pattern without placeholders is a file name")
    func plain() {
        #expect(NamePattern("out/a.jpg") == nil && NamePattern("a{1}.png") == nil)
    }

    @Test(
        "Placeholders are replaced; a picture right in the input folder has no folder",
        arguments: [
            ("out/{name}-small.jpg", "deep/a.b.png", "out/a.b-small.jpg"),
            ("{folder}/{name}.{ext}", "deep/er/a.PNG", "deep/er/a.PNG"),
            ("{folder}/{name}.{ext}", "a.PNG", "a.PNG"),
            ("out/{folder}/{number}-{name}.webp", "deep/a.png", "out/deep/007-a.webp"),
        ])
    func names(text: String, path: String, expected: String) throws {
        #expect(try pattern(text).name(for: path, number: 7, of: 120, format: nil) == expected)
    }

    @Test("{ext} is the extension of the chosen format")
    func ending() throws {
        #expect(try pattern("{name}.{ext}").name(for: "a.png", number: 1, of: 1, format: .jpeg) == "a.jpg")
    }

    @Test("The folder before the placeholders holds all results")
    func folder() throws {
        #expect(try pattern("out/small/x-{name}.jpg").folder == "out/small/")
        #expect(try pattern("{name}.jpg").folder == nil)
    }

    @Test(
        "Patterns that can't be names of pictures are refused with the remedy",
        arguments: [
            ("{name}-{size}.jpg", "{size}"), ("out/{name}/", "last slash"), ("out/{name}", ".{ext}"),
            ("{name}.txt", ".{ext}"), ("{name}{ext}", ".{ext}"),
            ("out/{nme}.jpg", "{nme} is no placeholder; write {name}, {ext}, {folder} or {number}"),
        ])
    func mistakes(text: String, expected: String) throws {
        #expect(try #require(try pattern(text).mistake(format: nil)).contains(expected))
    }

    @Test("--format and the ending must agree")
    func formats() throws {
        #expect(try pattern("{name}.jpeg").mistake(format: .jpeg) == nil)
        #expect(try pattern("{name}.{ext}").mistake(format: .png) == nil)
        #expect(try #require(try pattern("{name}.jpg").mistake(format: .png)).contains("--format png"))
    }
}
