import Foundation
import ImageUnits
import Testing

@Suite("The words of issues")
struct IssueTests {
    @Test("A whole report, as people read it")
    func report() throws {
        let unit = try TestUnit(
            "Broken",
            filters: TestUnit.filter(
                "Blur", inputs: TestUnit.input("inputImage", "CIImagee") + TestUnit.input("radius", "NSNumber"),
                kernel: "Glo")
                + TestUnit.filter(
                    "Glow",
                    inputs: TestUnit.input("inputImage", "CIImagee")
                        + TestUnit.input("inputTint", "CIColor", "<key>CIAttributeDefault</key><string>blue</string>")),
            info: "<key>CoreImageEntrypoint</key><string>x</string>")
        let expected = """
            Broken.plugin: error: Contents/Resources/Description.plist:9: CIPlugInFilterList.Blur.CIKernelFile: \
            Contents/Resources/Glo.cikernel is missing; rename Glow.cikernel, if that is the file meant
            Broken.plugin: error: Contents/Resources/Description.plist:13: \
            CIPlugInFilterList.Glow.CIFilterAttributes.CIInputs[0].CIAttributeClass: 'CIImagee' is not a class that an input of a \
            kernel or a C function can have; did you mean CIImage?
            Broken.plugin: error: Contents/Resources/Description.plist:14: \
            CIPlugInFilterList.Glow.CIFilterAttributes.CIInputs[1].CIAttributeDefault: 'blue' is not a colour such as '1 0.5 0 1'; \
            write a colour such as '1 0.5 0 1'
            Broken.plugin: warning: Contents/Info.plist:3: CoreImageEntrypoint: the key CoreImageEntrypoint is not known here; \
            did you mean CoreImageEntryPoint?
            """
        #expect(unit.read().issues.map(\.description).joined(separator: "\n") == expected)
    }

    @Test("Long names are cut")
    func long() {
        let issue = ImageUnitIssue(
            severity: .error, scope: .unit, bundle: URL(fileURLWithPath: "/A.plugin"),
            problem: .missingKey(String(repeating: "x", count: 5000)))
        #expect(issue.description.count < 600)
        #expect(issue.filterName == nil)
    }
}
