import CoreImage
import Foundation
import Testing

@testable import UnitValidation

@Suite("Unit doctor")
struct UnitDoctorTests {
    private func examine(_ folders: URL...) -> DoctorReport { UnitDoctor(folders: folders).examine() }

    @Test("a good unit is loaded, and its folder searched")
    func loaded() throws {
        let bundle = try TestBundle(name: "DoctorGoodTrial")
        let report = examine(bundle.folder)
        #expect(report.isHealthy)
        #expect(report.folders.map(\.state) == [.searched])
        let filter = try #require(report.folders.first?.units.first?.filters.first)
        #expect(filter.name == "DoctorGoodTrial" && filter.state == .loaded && filter.reason == nil)
    }

    @Test("folders that don't exist, or aren't folders, are listed as such")
    func folders() throws {
        let bundle = try TestBundle(name: "DoctorFolderTrial")
        let file = bundle.folder.appendingPathComponent("file")
        try Data().write(to: file)
        let report = examine(URL(fileURLWithPath: "/no/such/folder"), file)
        #expect(report.folders.map(\.state) == [.missing, .notAFolder])
        #expect(report.isHealthy, "nothing was refused")
        #expect(report.text.contains("/no/such/folder  doesn't exist"))
    }

    @Test("a refused filter has its reason and remedy on one line")
    func refused() throws {
        let bundle = try TestBundle(
            name: "DoctorRefusedTrial", kernel: "kernel vec4 trial(sampler image) { return vec4(1.0); }")
        let report = examine(bundle.folder)
        #expect(!report.isHealthy)
        let filter = try #require(report.folders.first?.units.first?.filters.first)
        #expect(filter.state == .refused)
        let reason = try #require(filter.reason)
        #expect(reason.contains("has 1 parameters") && reason.contains("list one input for each kernel parameter"))
        #expect(!reason.contains("\n"))
    }

    @Test("a name that two units have: the first keeps it, the second is shadowed, both are listed")
    func duplicates() throws {
        let (one, two) = (try TestBundle(name: "DoctorTwiceTrial"), try TestBundle(name: "DoctorTwiceTrial"))
        let report = examine(one.folder, two.folder)
        #expect(report.folders.map { $0.units.first?.filters.first?.state } == [.loaded, .shadowed])
        #expect(report.duplicates.map(\.name) == ["DoctorTwiceTrial"])
        #expect(report.duplicates.first?.units == [one.url.path, two.url.path])
        #expect(report.folders[1].units.first?.filters.first?.reason?.contains("CFBundleIdentifier") == true)
    }

    @Test("missing parts of the host are reported with a remedy")
    func layers() {
        let layers = examine(URL(fileURLWithPath: "/no/such/folder")).layers
        #expect(layers.map(\.name) == ["LLVM", "unit worker", "Landlock", "seccomp"])
        #expect(layers.first?.isPresent == ValidationRenderer.machineCode.isAvailable)
    }
}
