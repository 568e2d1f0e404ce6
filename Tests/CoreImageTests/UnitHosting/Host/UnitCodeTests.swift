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

/// When a host starts and retires the code of executable units. A stub counts the starts and runs nothing.
@Suite("Code of image units")
struct UnitCodeTests {
    /// Stands for a generation of a unit's code.
    private final class CountedCode: UnitCode {
        let number: Int
        let counts: Counts
        var failure: ImageUnitHostError?

        init(_ counts: Counts) {
            self.counts = counts
            number = counts.start()
        }

        func constructor(for filter: FilterDescription) throws -> () -> CIFilter? {
            if let failure { throw failure }
            return { [self] in
                let filter = CIFilter()
                filter.name = "generation \(number)"
                return filter
            }
        }

        func retire() { counts.retire(number) }
    }

    private final class Counts: Sendable {
        private let state = Mutex((started: 0, retired: [Int]()))
        func start() -> Int {
            state.withLock {
                $0.started += 1
                return $0.started
            }
        }
        func retire(_ number: Int) { state.withLock { $0.retired.append(number) } }
        var started: Int { state.withLock { $0.started } }
        var retired: [Int] { state.withLock { $0.retired } }
    }

    private let folder: TemporaryFolder
    private let counts = Counts()
    private let quarantine: UnitQuarantine
    private let host: ImageUnitHost
    private let name = "Coded" + UUID().uuidString.filter { $0 != "-" }
    private var code: String { name + "Code" }

    init() throws {
        folder = try TemporaryFolder()
        quarantine = UnitQuarantine(path: folder.file("quarantine").path)
        let counts = counts
        host = ImageUnitHost(
            scanner: UnitScanner(cache: nil, host: "test", languages: ["en"]), quarantine: quarantine,
            makeCode: { _ in CountedCode(counts) })
    }

    private func state(_ report: CIPlugInReport, _ name: String) -> CIPlugInReport.Filter.State? {
        report.filters.first { $0.name == name }?.state
    }

    @Test("code starts only if allowed, and each generation is retired once")
    func generations() throws {
        let unit = try PainterUnit(in: folder.url, name: name, code: code)
        let first = host.load(unit.url, allowExecutableCode: false)
        #expect(state(first, code) == .notAllowed && state(first, name) == .registered && counts.started == 0)
        let second = host.load(unit.url, allowExecutableCode: true)
        #expect(state(second, code) == .registered && counts.started == 1)
        #expect(host.load(unit.url, allowExecutableCode: true).generation == second.generation)
        #expect(host.load(unit.url, allowExecutableCode: false).generation == second.generation)
        #expect(counts.started == 1 && counts.retired == [])

        try unit.write(version: "2")
        #expect(host.reloadChanged().count == 1)
        #expect(counts.started == 2 && counts.retired == [1], "leave to run code is kept")
        _ = try host.reload(unit.url)
        #expect(counts.started == 3 && counts.retired == [1, 2], "a reload starts code anew, changed or not")
        host.unload(unit.url)
        host.unload(unit.url)
        #expect(counts.started == 3 && counts.retired == [1, 2, 3])
    }

    @Test("the code of a refused version is retired, that of the used version isn't")
    func refusedVersion() throws {
        let unit = try PainterUnit(in: folder.url, name: name, code: code)
        _ = host.load(unit.url, allowExecutableCode: true)
        try unit.write(kernel: "")
        #expect(throws: CIPlugInError.self) { try host.reload(unit.url) }
        #expect(counts.started == 2 && counts.retired == [2])
        host.unload(unit.url)
        #expect(counts.retired == [2, 1])
    }

    @Test("a quarantined unit keeps its kernels but runs no code, until released or changed")
    func quarantined() throws {
        let unit = try PainterUnit(in: folder.url, name: name, code: code)
        let fingerprint = try UnitFingerprint(of: unit.url)
        quarantine.record(
            QuarantineRecord(
                fingerprint: fingerprint, path: unit.url.path, identifier: unit.identifier,
                cause: "it crashed (SIGSEGV)",
                count: 3))
        let report = host.load(unit.url, allowExecutableCode: true)
        #expect(state(report, code) == .quarantined(reason: "it crashed (SIGSEGV)"))
        #expect(state(report, name) == .registered && counts.started == 0)
        let problem = report.problems.map(\.description).joined()
        #expect(problem.contains("SIGSEGV") && problem.contains("coreimage units doctor --release"))
        #expect(problem.contains(unit.url.path) && problem.contains("3 times"))
        #expect(host.error(forMissingFilter: code)?.description.contains("in quarantine") == true)
        #expect(host.reloadChanged().isEmpty)

        quarantine.release(fingerprint)
        #expect(host.reloadChanged().map { state($0, code) } == [.registered])
        #expect(counts.started == 1)

        quarantine.record(
            QuarantineRecord(fingerprint: fingerprint, path: "", identifier: "", cause: "it hung"))
        #expect(state(try host.reload(unit.url), code) == .quarantined(reason: "it hung"))
        #expect(counts.retired == [1])
        try unit.write(version: "2")
        #expect(host.reloadChanged().map { state($0, code) } == [.registered], "a changed unit is free")
    }

    @Test("code whose filters are all shadowed isn't started")
    func shadowed() throws {
        let one = try PainterUnit(in: folder.url, bundle: "One", name: name, code: code)
        let two = try PainterUnit(
            in: folder.url, bundle: "Two", name: name + "Two", identifier: "org.example.\(name).two", code: code)
        let reports = host.load([one.url, two.url], allowExecutableCode: true)
        #expect(state(reports[1], code) == .shadowed(by: .imageUnit(one.url)))
        #expect(state(reports[1], name + "Two") == .registered && counts.started == 1)
    }

    @Test("a unit too large for a fingerprint runs no code")
    func unidentified() throws {
        let unit = try PainterUnit(in: folder.url, name: name, code: code)
        let large = unit.url.appendingPathComponent("Contents/large").path
        #expect(FileManager.default.createFile(atPath: large, contents: nil))
        #expect(truncate(large, 1 << 30) == 0)
        let report = host.load(unit.url, allowExecutableCode: true)
        #expect(state(report, code) == .refused && state(report, name) == .registered && counts.started == 0)
        #expect(report.problems.contains { $0.isError && $0.description.contains("MiB") })
    }
}
