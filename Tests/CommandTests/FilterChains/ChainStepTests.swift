import Testing

@testable import FilterChains

@Suite("Chains on the command line")
struct ChainStepTests {
    @Test("filters, settings, commas and labels")
    func grammar() throws {
        let words = [
            "SepiaTone", "intensity=0.8,", "GaussianBlur", "radius=3", "as", "soft", ",", "Crop", "rectangle=0,0,10,10",
        ]
        #expect(
            try ChainStep.parse(words) == [
                ChainStep(filter: "SepiaTone", settings: [.init(key: "intensity", value: "0.8")]),
                ChainStep(filter: "GaussianBlur", settings: [.init(key: "radius", value: "3")], label: "soft"),
                ChainStep(filter: "Crop", settings: [.init(key: "rectangle", value: "0,0,10,10")]),
            ])
        #expect(try ChainStep.parse(["A,", "B"]).map(\.filter) == ["A", "B"])
        #expect(try ChainStep.parse(["A,B,", "C,D", "x=1,2"]).map(\.filter) == ["A", "B", "C", "D"])
        #expect(try ChainStep.parse(["A", ",B"]).map(\.filter) == ["A", "B"])
        #expect(try ChainStep.parse(["A", "as", "x,", "B"]).map(\.label) == ["x", nil])
        #expect(try ChainStep.parse(["A", "message=a=b"])[0].settings == [.init(key: "message", value: "a=b")])
        #expect(try ChainStep.parse(["A", "message="])[0].settings == [.init(key: "message", value: "")])
    }

    @Test(
        "mistakes name the word",
        arguments: [
            ([], ChainSyntaxError.noFilter),
            ([","], .emptyStep(after: nil)),
            (["radius=3"], .settingWithoutFilter("radius=3")),
            (["A", "B"], .notASetting("B", filter: "A")),
            (["A", "=3"], .notASetting("=3", filter: "A")),
            (["A", "as"], .missingLabel(filter: "A")),
            (["A", "as", ","], .missingLabel(filter: "A")),
            (["A", "as", "x", "y=1"], .afterLabel("y=1", label: "x")),
            (["A", "as", "input"], .reservedLabel("input")),
            (["A,", ",", "B"], .emptyStep(after: "A")),
            (["A,,B"], .emptyStep(after: "A")),
            (["A", ",,", "B"], .emptyStep(after: "A")),
            (["A", "x=1,,", "B"], .emptyStep(after: "A")),
            (["A,"], .missingLastStep(after: "A")),
            (["A,", "B", ","], .missingLastStep(after: "B")),
            (["A", "x=1,"], .missingLastStep(after: "A")),
            (["A", "as", "x,"], .missingLastStep(after: "A")),
            (["A", "x=1", "y=2", "x=3"], .settingTwice(key: "x", filter: "A")),
            (["A", "as", "x,", "B", "as", "x"], .duplicateLabel("x")),
        ] as [([String], ChainSyntaxError)])
    func mistakes(words: [String], expected: ChainSyntaxError) {
        #expect(throws: expected) { try ChainStep.parse(words) }
        #expect(!expected.description.isEmpty)
    }
}
