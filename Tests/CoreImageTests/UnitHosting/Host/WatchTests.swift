import Foundation
import Synchronization
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import ImageUnits
@testable import Recipes
@testable import UnitHosting

@Suite("Watching folders of image units")
struct WatchTests {
    private let folder: TemporaryFolder
    private let host: ImageUnitHost
    private let name = "Watched" + UUID().uuidString.filter { $0 != "-" }
    private let reports = Reports()

    private final class Reports: Sendable {
        private let all = Mutex<[CIPlugInReport]>([])
        func add(_ more: [CIPlugInReport]) { all.withLock { $0 += more } }
        var texts: [String] {
            all.withLock { $0.map { "\($0.url.lastPathComponent) \($0.isLoaded) \($0.generation)" } }
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        host = Self.makeHost()
    }

    private static func makeHost() -> ImageUnitHost {
        ImageUnitHost(
            scanner: UnitScanner(cache: nil, host: "test", languages: ["en"]), quarantine: UnitQuarantine(path: nil))
    }

    private var units: URL { folder.file("units") }

    private func watch(_ place: URL) throws -> CIPlugInWatch {
        try CIPlugInWatch(place, allowExecutableCode: false, host: host) { [reports] in reports.add($0) }
    }

    /// Returns whether a condition becomes true within about 5 seconds, far longer than a working watch needs.
    private func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<500 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test("a link into a folder whose name begins with the watched folder's is watched, and one into that folder isn't")
    func linkedNeighbour() throws {
        let neighbour = folder.file("units2")
        let other = try PainterUnit(in: neighbour, name: name)
        let own = try PainterUnit(in: units, name: name + "2")
        for (link, target) in [("Outside.plugin", other.url), ("Inside.plugin", own.url)] {
            try FileManager.default.createSymbolicLink(
                at: units.appendingPathComponent(link), withDestinationURL: target)
        }
        let roots = FolderUpdates(units, allowExecutableCode: false, host: host).roots
        #expect(roots.first == units.path)
        #expect(
            roots.dropFirst().map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path } == [
                other.url.resolvingSymlinksInPath().path
            ])
    }

    @Test("units that appear, change, are replaced and go are followed")
    func following() async throws {
        try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
        let watch = try watch(units)
        // Built elsewhere and moved in, as installers do.
        let built = try PainterUnit(in: folder.file("built"), name: name)
        let place = units.appendingPathComponent("Painter.plugin")
        #expect(rename(built.url.path, place.path) == 0)
        #expect(try await eventually { PainterUnit.level(name) == 0.25 })

        try "kernel vec4 paint() { return vec4(0.5); }".write(
            to: place.appendingPathComponent("Contents/Resources/Paint.cikernel"), atomically: true, encoding: .utf8)
        #expect(try await eventually { PainterUnit.level(name) == 0.5 })

        let next = try PainterUnit(in: folder.file("next"), name: name, level: 0.75)
        try FileManager.default.removeItem(at: place)
        #expect(rename(next.url.path, place.path) == 0)
        #expect(try await eventually { PainterUnit.level(name) == 0.75 })

        try "broken".write(
            to: place.appendingPathComponent("Contents/Resources/Paint.cikernel"), atomically: true, encoding: .utf8)
        #expect(try await eventually { host.reports.flatMap(\.problems).contains { $0.description.contains("stays") } })
        #expect(PainterUnit.level(name) == 0.75)

        try FileManager.default.removeItem(at: place)
        #expect(try await eventually { CIFilter(name: name) == nil })
        #expect(try await eventually { reports.texts.last?.hasPrefix("Painter.plugin false") == true })
        withExtendedLifetime(watch) {}
    }

    @Test("unloaded units are left alone until they change; the folder may appear later")
    func beginning() async throws {
        let watch = try watch(units)
        let unit = try PainterUnit(in: units, bundle: "Late", name: name)
        #expect(try await eventually { PainterUnit.level(name) == 0.25 })
        host.unload(unit.url)

        let second = try self.watch(units)
        let other = try PainterUnit(in: units, bundle: "Other", name: name + "Two", level: 0.5)
        #expect(try await eventually { PainterUnit.level(name + "Two") == 0.5 })
        #expect(CIFilter(name: name) == nil, "it was unloaded on purpose")
        try unit.write(level: 1)
        #expect(try await eventually { PainterUnit.level(name) == 1 })
        withExtendedLifetime((watch, second, other)) {}
    }

    @Test("one unit can be watched, through a link too")
    func single() async throws {
        let unit = try PainterUnit(in: folder.file("real"), name: name)
        let link = folder.file("Linked.plugin")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: unit.url)
        _ = host.load(link, allowExecutableCode: false)
        let watch = try watch(link)
        try unit.write(level: 1)
        #expect(try await eventually { PainterUnit.level(name) == 1 })
        withExtendedLifetime(watch) {}
    }

    @Test("a released watch reports nothing")
    func ending() async throws {
        try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
        do {
            let watch = try watch(units)
            withExtendedLifetime(watch) {}
        }
        // A second watch, of another host, tells when the system has delivered the changes.
        let (other, received) = (Self.makeHost(), Reports())
        let witness = try CIPlugInWatch(units, allowExecutableCode: false, host: other) { received.add($0) }
        _ = try PainterUnit(in: units, name: name)
        #expect(try await eventually { received.texts.contains { $0.hasPrefix("Painter.plugin true") } })
        _ = try PainterUnit(in: units, bundle: "Second", name: name + "Two")
        #expect(try await eventually { received.texts.contains { $0.hasPrefix("Second.plugin true") } })
        withExtendedLifetime(witness) {}
        #expect(reports.texts.isEmpty && host.reports.isEmpty)
    }
}
