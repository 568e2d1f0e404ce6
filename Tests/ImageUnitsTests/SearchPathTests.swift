import Foundation
import ImageUnits
import Testing

@Suite("Where image units are looked for")
struct SearchPathTests {
    @Test("The folders come in the documented order")
    func order() {
        let path = ImageUnitSearchPath.standard(environment: [
            "HOME": "/home/ann", "COREIMAGE_UNITS": "/opt/a:/opt/b c",
        ])
        #expect(
            path.folders.map(\.path) == [
                "/opt/a", "/opt/b c", "/home/ann/.local/share/Graphics/Image Units",
                "/home/ann/Library/Graphics/Image Units",
                "/Library/Graphics/Image Units", "/usr/local/lib/image-units", "/usr/lib/image-units",
            ])
    }

    @Test("XDG_DATA_HOME replaces its default; relative and empty entries are ignored")
    func environment() {
        let set = ImageUnitSearchPath.standard(environment: ["HOME": "/h", "XDG_DATA_HOME": "/data"])
        #expect(set.folders[0].path == "/data/Graphics/Image Units")
        let odd = ImageUnitSearchPath.standard(
            environment: ["HOME": "/h", "XDG_DATA_HOME": "data", "COREIMAGE_UNITS": ":units::"])
        #expect(odd.folders.count == 5)
        #expect(odd.folders[0].path == "/h/.local/share/Graphics/Image Units")
    }

    @Test("Only folders called *.plugin count, sorted within a folder, missing folders are fine")
    func scan() throws {
        let unit = try TestUnit("B")
        let manager = FileManager.default
        for name in ["A.plugin", ".hidden.plugin", "A.bundle"] {
            try manager.createDirectory(at: unit.folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try Data().write(to: unit.folder.appendingPathComponent("file.plugin"))
        try manager.createSymbolicLink(atPath: unit.folder.path + "/dangling.plugin", withDestinationPath: "missing")
        try manager.createSymbolicLink(atPath: unit.folder.path + "/loop.plugin", withDestinationPath: "loop.plugin")
        let path = ImageUnitSearchPath(folders: [unit.folder.appendingPathComponent("none"), unit.folder])
        #expect(path.bundles().map(\.lastPathComponent) == ["A.plugin", "B.plugin"])
    }

    @Test("A unit reached twice is listed once, a link to a unit elsewhere is followed")
    func links() throws {
        let unit = try TestUnit("Real")
        let other = try TestUnit("Other")
        try FileManager.default.createSymbolicLink(
            atPath: other.folder.path + "/Linked.plugin", withDestinationPath: unit.bundle.path)
        let path = ImageUnitSearchPath(folders: [other.folder, unit.folder, unit.folder])
        #expect(path.bundles().map(\.lastPathComponent) == ["Linked.plugin", "Other.plugin"])
    }

    @Test("Five hundred units are scanned and read")
    func many() throws {
        let first = try TestUnit("Unit000", filters: TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage")))
        for index in 1..<500 {
            let copy = first.folder.appendingPathComponent("Unit\(String(format: "%03d", index)).plugin")
            try FileManager.default.copyItem(at: first.bundle, to: copy)
        }
        let readings = ImageUnitSearchPath(folders: [first.folder]).bundles().map { ImageUnitDescription.read(at: $0) }
        #expect(readings.count == 500)
        #expect(readings.allSatisfy { $0.unit?.filters.count == 1 && $0.issues.isEmpty })
    }
}
