import PictureService
import Testing

struct RequestTargetTests {
    @Test func partsAreDecodedOnce() throws {
        let target = try RequestTarget("/i/photos/%C3%A4%20b/c%252e.jpg?w=1&chain=A+b%2B&empty&x=")
        #expect(target.path == ["i", "photos", "ä b", "c%2e.jpg"])
        #expect(target.query.map(\.name) == ["w", "chain", "empty", "x"])
        #expect(target.query.map(\.value) == ["1", "A b+", "", ""])
    }

    @Test func plusIsItselfInPaths() throws { #expect(try RequestTarget("/a+b").path == ["a+b"]) }

    @Test(arguments: [
        "", "a", "http://host/", "*", "/%", "/%4", "/%zz", "/a%00b", "/%ff", "/a?b=%0", "/a?w=1&w=2", "/a?w=1&%77=2",
        "/%c0%ae%c0%ae/etc/passwd",
    ])
    func othersAreRefused(text: String) {
        #expect(throws: RequestTarget.Malformed.self) { try RequestTarget(text) }
    }

    @Test func longOnesAreRefused() {
        #expect(throws: RequestTarget.Malformed.self) {
            try RequestTarget("/" + String(repeating: "a", count: 8192))
        }
    }
}
