import Testing

@testable import UnitValidation

@Suite("Checks of attributes")
struct AttributeCheckTests {
    @Test("a filter without names and categories lacks them")
    func incomplete() {
        let verdict = CheckTrial.verdict(of: "attributes-complete") {
            CarelessTrials.WithoutNames("return vec4(amount);")
        }
        #expect(verdict?.failures.contains("no display name") == true)
        #expect(verdict?.failures.contains("in no category") == true)
    }

    @Test("limits that are the wrong way round, and a default outside them")
    func limits() {
        let verdict = CheckTrial.verdict(of: "limits-consistent") { CarelessTrials.Unlimited("return vec4(amount);") }
        #expect(verdict?.failures.contains("CIAttributeMin 1.0 is above CIAttributeMax 0.0") == true)
        #expect(verdict?.failures.contains("CIAttributeDefault 2.0 is outside the limits") == true)
    }

    @Test("an input that nothing describes, and a default that the filter doesn't have")
    func disagreement() {
        let unknown = CheckTrial.verdict(of: "attributes-agree") { CarelessTrials.MissingInput("return vec4(amount);") }
        #expect(unknown?.failures.contains("inputGlow is in inputKeys, but no attributes describe it") == true)
        let other = CheckTrial.verdict(of: "attributes-agree") { CarelessTrials.Unlimited("return vec4(amount);") }
        #expect(other?.failures.contains("inputAmount of a new filter is 0.5, but CIAttributeDefault says 2") == true)
    }

    @Test("Description.plist and filter that differ are both quoted")
    func description() throws {
        let bundle = try TestBundle(name: "AgreementTrial")
        #expect(try CheckTrial.verdicts(of: "attributes-agree", on: bundle.url) == [.passed([])])
        let stated = try #require(UnitSubject(bundle: bundle.url).filters.first?.description)
        let subject = FilterSubject(
            name: "Other", description: stated, refusals: { nil }, make: { SmearTrial(shortage: 0) })
        var options = CheckTrial.quick
        options.onlyChecks = ["attributes-agree"]
        let verdict = Validator(options: options).run(subject).first?.verdict
        #expect(verdict?.failures.contains("lists the input inputAmount, which the filter doesn't have") == true)
    }
}
