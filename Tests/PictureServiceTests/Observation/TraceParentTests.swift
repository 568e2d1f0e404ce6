import PictureService
import Testing

struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"

    /// The example of W3C's Trace Context, section 3.2.4.
    @Test func partsAreFound() throws {
        let found = try #require(TraceParent("00-\(Self.trace)-\(Self.parent)-01"))
        #expect(found.trace == Self.trace && found.parent == Self.parent)
        #expect(TraceParent("cc-\(Self.trace)-\(Self.parent)-01-what-later-versions-add") == found)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(parent)", "ff-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01-x",
        "00-\(trace.uppercased())-\(parent)-01", "00-00000000000000000000000000000000-\(parent)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace)0-\(parent)-01", "0g-\(trace)-\(parent)-01",
    ])
    func othersAreRefused(text: String) { #expect(TraceParent(text) == nil) }
}
