import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import ImageUnits
@testable import Recipes
@testable import UnitHosting

/// Units that change, disappear and return while their filters are in use. Each test has its own host. The filter
/// registry is shared by the process, so names are unique.
@Suite("Lifecycle of image units")
struct LifecycleTests {
    private let folder: TemporaryFolder
    private let host: ImageUnitHost
    private let name = "Painter" + UUID().uuidString.filter { $0 != "-" }

    init() throws {
        folder = try TemporaryFolder()
        host = ImageUnitHost(
            scanner: UnitScanner(cache: ScanCache(path: folder.file("cache").path), host: "test", languages: ["en"]),
            quarantine: UnitQuarantine(path: folder.file("quarantine").path))
    }

    @Test("a reload affects new filters, not existing ones")
    func reload() throws {
        let unit = try PainterUnit(in: folder.url, name: name, version: "1.0")
        let first = host.load(unit.url, allowExecutableCode: false)
        #expect(first.generation == 1 && first.version == "1.0" && first.isLoaded)
        let used = try #require(CIFilter(name: name))
        #expect(PainterUnit.level(used) == 0.25)
        let unused = try #require(CIFilter(name: name))

        try unit.write(level: 0.75)
        try unit.write(version: "1.1")
        let second = try host.reload(unit.url)
        #expect(second.generation == 2 && second.version == "1.1" && second.fingerprint != first.fingerprint)
        #expect(PainterUnit.level(name) == 0.75)
        #expect(PainterUnit.level(used) == 0.25)
        #expect(PainterUnit.level(unused) == 0.25, "its kernel was not even compiled when the unit changed")
        #expect(PainterUnit.level(try #require(unused.copy() as? CIFilter)) == 0.25)
        #expect(host.reports.map(\.generation) == [2])
    }

    @Test("loading again takes a changed unit, and does nothing for an unchanged one")
    func loadAgain() throws {
        let unit = try PainterUnit(in: folder.url, name: name)
        #expect(host.load(unit.url, allowExecutableCode: false).generation == 1)
        #expect(host.load(unit.url, allowExecutableCode: false).generation == 1)
        try unit.write(level: 0.5)
        #expect(host.load(unit.url, allowExecutableCode: false).generation == 2)
        #expect(PainterUnit.level(name) == 0.5)
    }

    @Test("a refused version leaves the previous one in use until it is fixed")
    func refusedVersion() throws {
        let unit = try PainterUnit(in: folder.url, name: name, version: "2.0")
        _ = host.load(unit.url, allowExecutableCode: false)
        for (text, words) in [
            ("kernel vec4 paint() { return vce4(1.0); }", "Paint.cikernel:1:"), ("", "kernel"),
            ("kernel vec4 paint(float x) { return vec4(x); }", "float x"),
        ] {
            try unit.write(kernel: text)
            let error = #expect(throws: CIPlugInError.self) { try host.reload(unit.url) }
            let description = error?.description ?? ""
            #expect(description.contains(words) && description.contains("version 2.0 that was loaded before stays"))
            #expect(error?.report.isLoaded == true)
            #expect(PainterUnit.level(name) == 0.25)
            #expect(host.load(unit.url, allowExecutableCode: false).generation == 1)
            #expect(host.reloadChanged().isEmpty, "it is not tried again until it changes")
        }
        try unit.write(kernel: "no property list")
        try Data("no property list".utf8).write(
            to: unit.url.appendingPathComponent("Contents/Resources/Description.plist"))
        #expect(throws: CIPlugInError.self) { try host.reload(unit.url) }
        #expect(PainterUnit.level(name) == 0.25)

        try unit.describe()
        try unit.write(level: 0.5)
        #expect(host.reloadChanged().map(\.generation) == [2])
        #expect(PainterUnit.level(name) == 0.5)
        #expect(host.reports.flatMap(\.problems).isEmpty)
    }

    @Test("a filter that a new version no longer lists is gone")
    func renamedFilter() throws {
        let unit = try PainterUnit(in: folder.url, name: name)
        _ = host.load(unit.url, allowExecutableCode: false)
        let alive = try #require(CIFilter(name: name))
        try unit.describe(as: name + "Two")
        #expect(try host.reload(unit.url).filters.map(\.name) == [name + "Two"])
        #expect(CIFilter(name: name) == nil)
        #expect(PainterUnit.level(name + "Two") == 0.25)
        #expect(PainterUnit.level(alive) == 0.25)
    }

    @Test("unloading takes the filters out of the registry, and filters alive go on")
    func unload() throws {
        let unit = try PainterUnit(in: folder.url, name: name)
        #expect(host.unload(unit.url) == nil)
        _ = host.load(unit.url, allowExecutableCode: false)
        let alive = try #require(CIFilter(name: name))
        let report = try #require(host.unload(unit.url))
        #expect(report.filters.map(\.state) == [.unloaded] && !report.isLoaded)
        #expect(CIFilter(name: name) == nil && host.reports.isEmpty)
        #expect(PainterUnit.level(alive) == 0.25)
        #expect(host.unload(unit.url) == nil)
        #expect(host.error(forMissingFilter: name)?.description.contains("Painter.plugin, which was unloaded") == true)
        #expect(host.load(unit.url, allowExecutableCode: false).isLoaded)
        #expect(PainterUnit.level(name) == 0.25 && host.error(forMissingFilter: name) == nil)
        #expect(throws: CIPlugInError.self) { try host.reload(folder.file("Never.plugin")) }
    }

    @Test("all units are brought up to date at once; only those that changed are reported")
    func reloadChanged() throws {
        let units = try ["A", "B", "C"].map { try PainterUnit(in: folder.url, bundle: $0, name: name + $0) }
        _ = host.load(units.map(\.url), allowExecutableCode: false)
        #expect(host.reloadChanged().isEmpty)
        try units[0].write(level: 1)
        try FileManager.default.removeItem(at: units[1].url)
        let reports = host.reloadChanged()
        #expect(reports.map(\.url.lastPathComponent) == ["A.plugin", "B.plugin"])
        #expect(reports.map(\.isLoaded) == [true, false])
        #expect(
            reports[1].problems.map(\.isError) == [false]
                && reports[1].problems[0].description.contains("no longer exists"))
        #expect(PainterUnit.level(name + "A") == 1)
        #expect(CIFilter(name: name + "B") == nil)
        #expect(PainterUnit.level(name + "C") == 0.25)
        #expect(host.reports.map(\.url.lastPathComponent) == ["A.plugin", "C.plugin"])
    }

    @Test("of two copies of a unit, the first one found is used, even if older, until it is unloaded")
    func shadowedUnit() throws {
        let one = try PainterUnit(in: folder.file("one"), name: name, level: 0.25, version: "1.9")
        let two = try PainterUnit(in: folder.file("two"), name: name, level: 0.75, version: "1.10")
        let reports = host.load([one.url, two.url], allowExecutableCode: false)
        #expect(reports[1].filters.map(\.state) == [.shadowed(by: .imageUnit(one.url))])
        let text = reports[1].problems.map(\.description).joined()
        #expect(text.contains("1.9") && text.contains("1.10") && text.contains(one.url.path))
        #expect(PainterUnit.level(name) == 0.25)
        #expect(host.reloadChanged().isEmpty)

        _ = host.unload(one.url)
        #expect(host.reloadChanged().map(\.url) == [two.url])
        #expect(PainterUnit.level(name) == 0.75)
        _ = host.load(one.url, allowExecutableCode: false)
        #expect(PainterUnit.level(name) == 0.75, "now the other was first")
        try FileManager.default.removeItem(at: two.url)
        #expect(host.load(one.url, allowExecutableCode: false).isLoaded, "what is gone shadows nothing")
        #expect(PainterUnit.level(name) == 0.25)
        #expect(host.reports.count == 1)
    }

    @Test("of two units' filters of the same name the first stays; the second unit's others load")
    func shadowedFilter() throws {
        let one = try PainterUnit(in: folder.url, bundle: "One", name: name, level: 0.25)
        let two = try PainterUnit(in: folder.url, bundle: "Two", name: name, identifier: "org.example.two", level: 0.5)
        let reports = host.load([one.url, two.url], allowExecutableCode: false)
        #expect(reports[1].filters.map(\.state) == [.shadowed(by: .imageUnit(one.url))])
        let problem = try #require(reports[1].problems.first { $0.filter == name })
        #expect(problem.isError && problem.description.contains("One.plugin"))
        #expect(PainterUnit.level(name) == 0.25)
        try two.describe(as: name + "Two")
        #expect(host.reloadChanged().map(\.isLoaded) == [true])
        #expect(PainterUnit.level(name + "Two") == 0.5)
    }

    @Test("a missing filter's error names the unit that would have it, and why it doesn't")
    func missing() throws {
        let unit = try PainterUnit(in: folder.url, name: name, code: name + "Code")
        try unit.write(kernel: "kernel vec4 paint() { return vce4(1.0); }")
        CIPlugIn.load(unit.url, allowExecutableCode: false)
        defer { CIPlugIn.unload(unit.url) }
        #expect(CIPlugIn.loadedUnits.contains { $0.url == unit.url })
        let refused = #expect(throws: CIFilterError.self) { try CIFilter.named(name) }
        let text = refused?.description ?? ""
        #expect(text.contains(name) && text.contains("Painter.plugin, which was refused"))
        #expect(text.contains("Paint.cikernel:1:"))
        let code = #expect(throws: CIFilterError.self) { try CIFilter.named(name + "Code") }
        #expect(code?.description.contains("not allowed to run") == true)
        let unheardOf = String(UUID().uuidString.reversed())
        #expect(throws: CIFilterError.unknownFilter(name: unheardOf, suggestion: nil)) {
            try CIFilter.named(unheardOf)
        }

        try unit.describe()
        try unit.write(level: 1)
        try CIPlugIn.reload(unit.url)
        #expect(PainterUnit.level(name) == 1)
        CIPlugIn.unload(unit.url)
        let unloaded = #expect(throws: CIFilterError.self) { try CIFilter.named(name) }
        #expect(unloaded?.description.contains("which was unloaded") == true)
    }

    @Test("a unit that needs a newer host registers nothing, and the error says so")
    func minimumHost() throws {
        let unit = try PainterUnit(in: folder.url, name: name)
        let list = unit.url.appendingPathComponent("Contents/Info.plist")
        let text = try String(contentsOf: list, encoding: .utf8)
        try text.replacingOccurrences(
            of: "<dict><key>CFBundleId",
            with: "<dict><key>CoreImageMinimumVersion</key><string>99</string><key>CFBundleId"
        ).write(to: list, atomically: true, encoding: .utf8)
        #expect(host.load(unit.url, allowExecutableCode: false).filters.map(\.state) == [.refused])
        #expect(host.error(forMissingFilter: name)?.description.contains("99") == true)
    }

    @Test("a cached scan registers the same filters")
    func cached() throws {
        let unit = try PainterUnit(in: folder.url, name: name)
        let first = host.load(unit.url, allowExecutableCode: false)
        host.unload(unit.url)
        let other = ImageUnitHost(scanner: host.scanner, quarantine: UnitQuarantine(path: nil))
        let second = other.load(unit.url, allowExecutableCode: false)
        defer { other.unload(unit.url) }
        #expect(second.fingerprint == first.fingerprint && second.filters == first.filters)
        #expect(PainterUnit.level(name) == 0.25)
    }
}
