import Testing
import UntrustedInput

/// Tests of suggestions for misspelt names.
@Suite("Nearest names") struct NearestNameTests {
    private static let names = ["CIBoxBlur", "CISepiaTone", "inputRadius"]

    @Test(
        "A name is found with or without its prefix",
        arguments: [
            ("SepiaTome", "CI", "CISepiaTone"), ("CISepiaTome", "CI", "CISepiaTone"), ("radus", "input", "inputRadius"),
            ("photograph", "CI", nil),
        ] as [(String, String, String?)])
    func optionalPrefix(name: String, prefix: String, expected: String?) {
        #expect(NearestName.of(name, among: Self.names, optionalPrefix: prefix) == expected)
    }

    @Test("The nearest of several names is found; swapped letters count once, case doesn't count")
    func nearest() {
        #expect(NearestName.of("ciboxbulr", among: Self.names) == "CIBoxBlur")
        #expect(NearestName.of("ciboxbulr", among: Self.names, atMost: 0) == nil)
    }
}
