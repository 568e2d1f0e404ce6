import Foundation
import Testing

@testable import UnitValidation

@Suite("Checks of the bundle")
struct BundleCheckTests {
    @Test("a small unit that is as it should be passes everything")
    func good() throws {
        let bundle = try TestBundle(name: "GoodTrial")
        let report = try Validator(options: CheckTrial.quick).run(bundle.url)
        #expect(report.worst == .passed, "\(report.text)")
        #expect(report.results.count == ValidationCheck.all.count)
    }

    @Test("a link out of the bundle, a pipe, a dead link and a missing list are named")
    func structure() throws {
        let bundle = try TestBundle(name: "StructureTrial")
        let resources = bundle.url.appendingPathComponent("Contents/Resources")
        let links = [("outside", "/etc/hostname"), ("dead", "no-such-file"), ("inside", "Trial.cikernel")]
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: resources.appendingPathComponent(name).path, withDestinationPath: target)
        }
        #expect(mkfifo(resources.appendingPathComponent("pipe").path, 0o600) == 0)
        try FileManager.default.removeItem(at: bundle.url.appendingPathComponent("Contents/Info.plist"))
        let text = try #require(try CheckTrial.verdicts(of: "bundle-structure", on: bundle.url).first).failures
        #expect(text.contains("Contents/Resources/outside is a link that leads outside the bundle"))
        #expect(text.contains("Contents/Resources/dead is a link to nothing"))
        #expect(text.contains("Contents/Resources/pipe is not a file, a folder or a link"))
        #expect(text.contains("Contents/Info.plist is missing"))
        #expect(!text.contains("Resources/inside"))
    }

    @Test("a folder that isn't there fails, and nothing else is tried")
    func missing() throws {
        let report = try Validator(options: CheckTrial.quick).run(URL(fileURLWithPath: "/no/such/Unit.plugin"))
        #expect(report.worst == .failed)
        #expect(report.results.allSatisfy { $0.filter == nil })
    }

    @Test("property lists: errors fail, doubts warn")
    func lists() throws {
        let bundle = try TestBundle(name: "ListTrial")
        try bundle.edit("CIAttributeDisplayName", "CIAttributDisplayName")
        #expect(
            try CheckTrial.verdicts(of: "property-lists", on: bundle.url)[0].warnings.contains(
                "did you mean CIAttributeDisplayName?"))
        try bundle.edit("<real>0.5</real>", "<string>half</string>")
        #expect(
            try CheckTrial.verdicts(of: "property-lists", on: bundle.url)[0].failures.contains("CIAttributeDefault"))
    }

    @Test("a language that lacks keys is named with them")
    func translations() throws {
        let bundle = try TestBundle(name: "TranslationTrial")
        #expect(try CheckTrial.verdicts(of: "translations", on: bundle.url)[0].kind == .skipped)
        try bundle.write(
            "Contents/Resources/en.lproj/Description.strings", "\"Trial\" = \"Trial\";\n\"Amount\" = \"Amount\";\n")
        try bundle.write("Contents/Resources/de.lproj/Description.strings", "\"Trial\" = \"Versuch\";\n")
        let text = try CheckTrial.verdicts(of: "translations", on: bundle.url)[0].failures
        #expect(text == "de.lproj/Description.strings lacks 'Amount'; translate what the other languages have")
    }

    @Test("a filter that says it has controls of its own must bring their page")
    func interfaces() throws {
        let bundle = try TestBundle(name: "InterfaceTrial")
        #expect(try CheckTrial.verdicts(of: "custom-interfaces", on: bundle.url)[0].kind == .skipped)
        let key = "<key>CIKernelFile</key>"
        try bundle.edit(key, "<key>CIHasCustomInterface</key><true/>" + key)
        #expect(
            try CheckTrial.verdicts(of: "custom-interfaces", on: bundle.url)[0].failures
                == "InterfaceTrial: Contents/Resources/Interfaces/InterfaceTrial.html is missing; "
                + "add Resources/Interfaces/InterfaceTrial.html, or set CIHasCustomInterface to false")
        try bundle.write("Contents/Resources/Interfaces/InterfaceTrial.html", String(repeating: "x", count: 262_145))
        #expect(
            try CheckTrial.verdicts(of: "custom-interfaces", on: bundle.url)[0].failures
                == "InterfaceTrial: Contents/Resources/Interfaces/InterfaceTrial.html has more than 262144 bytes; "
                + "make it smaller")
        try bundle.write("Contents/Resources/Interfaces/InterfaceTrial.html", "<p>Amount</p>")
        #expect(try CheckTrial.verdicts(of: "custom-interfaces", on: bundle.url)[0].kind == .passed)
    }

    @Test("a filter that has the name of a built-in one is refused")
    func taken() throws {
        let bundle = try TestBundle(name: "CISepiaTone")
        let text = try CheckTrial.verdicts(of: "loads", on: bundle.url)[0].failures
        #expect(text.contains("CISepiaTone") && text.contains("same name as a built-in filter"))
    }
}
