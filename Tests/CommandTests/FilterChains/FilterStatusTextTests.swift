import CoreImage
import Testing

@testable import FilterChains

@Suite("The status of a filter in text and JSON")
struct FilterStatusTextTests {
    private func description(_ name: String) throws -> FilterDescriptionText {
        FilterDescriptionText(of: try CIFilter.named(name))
    }

    private func status(_ name: String) throws -> [String: Any] {
        try #require(try description(name).json["status"] as? [String: Any])
    }

    @Test("exact, ours and documented are names")
    func names() throws {
        #expect(try status("CIExposureAdjust") as? [String: String] == ["name": "exact"])
        #expect(try status("CISpotColor") as? [String: String] == ["name": "ours"])
        #expect(try status("CIDroste") as? [String: String] == ["name": "documented"])
        #expect(try description("CISpotColor").text.contains("status      ours: the look isn't documented"))
    }

    @Test("a fitted filter has the size of the differences")
    func fitted() throws {
        let status = try status("CISepiaTone")
        #expect(status["name"] as? String == "fitted")
        #expect(status["mean"] as? Double == 0.18 && status["percentile99"] as? Double == 1)
        #expect(
            try description("CISepiaTone").text.contains(
                "status      fitted to pictures of Core Image: mean difference 0.18 of 255, 99th percentile 1"))
    }
}
