import Testing
import UntrustedInput

/// Paths of every form, against a second reading of them by splitting at slashes.
@Suite struct PathTextTests {
    /// Every text of up to three of these characters.
    static let texts: [String] = {
        let characters = ["/", ".", "~", "a", "\0"]
        var texts = [""]
        var longest = [""]
        for _ in 0..<3 {
            longest = longest.flatMap { text in characters.map { text + $0 } }
            texts += longest
        }
        return texts
    }()

    @Test func everyShortTextHasParts() {
        #expect(Self.texts.count == 1 + 5 + 25 + 125)
        for text in Self.texts {
            let parts = text.unicodeScalars.split(separator: "/").map { String($0) }
            let path = PathText(text)
            #expect(path.lastComponent == parts.last ?? (text.isEmpty ? "" : "/"), "\(text.debugDescription)")
            let isAbsolute = text.hasPrefix("/")
            // A parent keeps the slashes between its components.
            let parent = path.parent.unicodeScalars.split(separator: "/").map { String($0) }
            #expect(parent == parts.dropLast(), "\(text.debugDescription)")
            #expect(path.parent.hasPrefix("/") == isAbsolute, "\(text.debugDescription)")
            #expect(path.parent == "/" || !path.parent.hasSuffix("/"), "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("a/b.png", "a", "b.png", "png"), ("/b.png", "/", "b.png", "png"), ("b.png/", "", "b.png", "png"),
        ("a/b/", "a", "b", ""), ("/", "/", "/", ""), ("//", "/", "/", ""), ("", "", "", ""), ("x", "", "x", ""),
        (".hidden", "", ".hidden", ""), ("a.", "", "a.", ""), ("a.tar.gz", "", "a.tar.gz", "gz"),
        ("../x", "..", "x", ""), ("a//b", "a", "b", ""), ("é/ü.é", "é", "ü.é", "é"),
    ])
    func parts(text: String, parent: String, last: String, ending: String) {
        let path = PathText(text)
        #expect(path.parent == parent)
        #expect(path.lastComponent == last)
        #expect(path.pathExtension == ending)
    }
}
