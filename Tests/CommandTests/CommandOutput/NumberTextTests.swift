import CommandOutput
import Testing

@Suite("Numbers in messages")
struct NumberTextTests {
    @Test("A number has a fraction only if it isn't whole")
    func numbers() {
        #expect(NumberText.text(99) == "99" && NumberText.text(-0.5) == "-0.5" && NumberText.text(0) == "0")
        #expect(NumberText.text(1e300) == "1e+300" && NumberText.text(.infinity) == "inf")
    }
}
