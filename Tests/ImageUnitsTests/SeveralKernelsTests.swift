import Foundation
import ImageUnits
import Testing

@Suite("Several kernels in the file of a filter")
struct SeveralKernelsTests {
    private func scan(_ kernels: [String]) throws -> UnitScan {
        let unit = try TestUnit(filters: TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage")))
        let text = kernels.map { "kernel vec4 \($0)(sampler s) { return sample(s, samplerCoord(s)); }\n" }
        try unit.write("Contents/Resources/Glow.cikernel", text.joined())
        return UnitScanner(cache: nil, host: "", languages: ["en"]).scan(unit.bundle)
    }

    @Test("The first is taken, with a warning that names the others and says how to choose")
    func first() throws {
        let scan = try scan(["soft", "hard", "wild"])
        #expect(scan.kernels["Glow"]?.name == "soft")
        let finding = try #require(scan.findings.first)
        #expect(scan.findings.count == 1 && !finding.isError && !finding.isNote)
        #expect(
            finding.text
                == "Sample.plugin: warning: Glow: Contents/Resources/Glow.cikernel: the file has 3 kernels and none with the filter's name; "
                + "the first, soft, is used, and not hard, wild; rename the kernel that the filter is to use to Glow, its key in "
                + "CIPlugInFilterList, or move the others to files of their own")
    }

    @Test(
        "The kernel with the filter's name is used, and a single kernel needs no warning",
        arguments: [["soft", "Glow"], ["soft"]])
    func clear(kernels: [String]) throws {
        let scan = try scan(kernels)
        #expect(scan.kernels["Glow"]?.name == kernels.last)
        #expect(scan.findings.isEmpty)
    }
}
