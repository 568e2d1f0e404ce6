import PictureService
import PictureWorker
import Testing

struct ImageParametersTests {
    private func parameters(_ text: String, takesChain: Bool = false) throws -> ImageParameters {
        var images = try Configurations.images(#"{"unsigned": true}"#)
        (images.widths, images.heights) = (SizeRange(10...100), SizeRange(20...200))
        return try ImageParameters(
            RequestTarget("/i/a/b" + text).query, takesChain: takesChain, images: takesChain ? nil : images)
    }

    @Test func sizesKeepTheRanges() throws {
        #expect(try parameters("").size == nil)
        #expect(try parameters("?w=10&h=200").size == .fit(width: 10, height: 200))
        #expect(try parameters("?w=100").size == .fit(width: 100, height: 65536))
        #expect(try parameters("?h=20").size == .fit(width: 65536, height: 20))
        #expect(try parameters("?w=50&h=60&fit=fill").size == .fill(width: 50, height: 60))
    }

    @Test func otherValues() throws {
        let given = try parameters("?q=85&format=webp&e=1900000000&s=x")
        #expect(given.quality == 0.85 && given.format == .webp && given.expiry == 1_900_000_000)
        #expect(try parameters("?chain=SepiaTone+intensity%3D0.5", takesChain: true).chain == "SepiaTone intensity=0.5")
    }

    @Test(arguments: [
        "?w=9", "?w=101", "?h=19", "?h=201", "?w=-10", "?w=+10", "?w=1e2", "?w=", "?w=99999999999999999999",
        "?fit=none",
        "?fit=fill", "?w=50&fit=fill", "?q=0", "?q=101", "?q=0.5", "?format=tiff", "?width=50", "?chain=SepiaTone",
        "?e=soon", "?=5",
    ])
    func othersAreRefused(query: String) {
        let problem = #expect(throws: Problem.self) { try parameters(query) }
        #expect(problem?.kind == .malformed)
    }

    @Test func senderOfPicturesHaveNoSignature() {
        #expect(throws: Problem.self) { try parameters("?s=x", takesChain: true) }
    }
}
