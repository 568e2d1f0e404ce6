import Foundation
import ImageUnits
import Testing

/// The pages with controls that units bring, also those that lead elsewhere.
@Suite("Pages of custom interfaces")
struct InterfacePageTests {
    private static let path = "Contents/Resources/Interfaces/Glow.html"

    private func unit() throws -> TestUnit {
        let unit = try TestUnit(filters: TestUnit.filter(extra: "<key>CIHasCustomInterface</key><true/>"))
        try FileManager.default.createDirectory(
            atPath: unit.path("Contents/Resources/Interfaces"), withIntermediateDirectories: true)
        return unit
    }

    private func read(_ unit: TestUnit, _ filter: String = "Glow") throws -> String {
        try #require(BundleResources(bundle: unit.bundle)).interface(of: filter)
    }

    @Test("A page is read without its byte order mark")
    func reading() throws {
        let unit = try unit()
        try Data("\u{FEFF}<p>Grüße</p>".utf8).write(to: URL(fileURLWithPath: unit.path(Self.path)))
        #expect(try read(unit) == "<p>Grüße</p>")
    }

    @Test("A page has at most 256 KB")
    func size() throws {
        let unit = try unit()
        let file = URL(fileURLWithPath: unit.path(Self.path))
        try Data(repeating: 32, count: 256 * 1024).write(to: file)
        #expect(try read(unit).utf8.count == 256 * 1024)
        try Data(repeating: 32, count: 256 * 1024 + 1).write(to: file)
        #expect(throws: ImageUnitProblem.fileTooLarge(path: Self.path, limit: 262_144)) { try read(unit) }
    }

    @Test("Links out of the bundle, pipes and bytes that aren't UTF-8 are refused")
    func refusals() throws {
        let unit = try unit()
        #expect(throws: ImageUnitProblem.missingFile(path: Self.path, nearest: nil)) { try read(unit) }
        let path = unit.path(Self.path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        #expect(throws: ImageUnitProblem.escapesBundle(path: Self.path)) { try read(unit) }
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: ImageUnitProblem.unreadableFile(path: Self.path, reason: "it is not a regular file")) {
            try read(unit)
        }
        try FileManager.default.removeItem(atPath: path)
        try Data([0x3C, 0xFF, 0x3E]).write(to: URL(fileURLWithPath: path))
        #expect(throws: ImageUnitProblem.undecodableText(path: Self.path)) { try read(unit) }
        #expect(throws: ImageUnitProblem.self) { try read(unit, "../../../../../../etc/hostname") }
    }
}
