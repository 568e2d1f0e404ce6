import Foundation
import TestSupport

/// The built hostile unit, from which a separate unit is made for each case.
package struct HostileUnitFolder: Sendable {
    private let library: URL
    private let info: [String: any Sendable]
    private let folder: URL

    /// An error of building the unit.
    struct BuildError: Error, CustomStringConvertible {
        let description: String
    }

    /// Builds the unit from its sources with the command in `products`.
    package init(products: URL) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-units-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let command = LaunchedProgram()
        command.executableURL = products.appendingPathComponent("coreimage")
        command.arguments = ["units", "build", tests.appendingPathComponent("Unit").path, "-o", folder.path]
        let errors = Pipe()
        (command.standardOutput, command.standardError) = (FileHandle.nullDevice, errors)
        try command.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        command.waitUntilExit()
        guard command.terminationStatus == 0 else {
            throw BuildError(description: "the hostile unit can't be built: \(String(decoding: text, as: UTF8.self))")
        }
        let contents = folder.appendingPathComponent("Unit.plugin/Contents")
        library = contents.appendingPathComponent("Linux/Unit")
        let list = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: contents.appendingPathComponent("Info.plist")), format: nil)
        info = list as? [String: any Sendable] ?? [:]
    }

    /// Removes all units.
    package func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Makes a unit whose only filter, `Hostile` with the number appended, behaves as the case describes.
    package func unit(for attack: HostileUnitCase, number: Int) throws -> (bundle: URL, filter: String) {
        let bundle = folder.appendingPathComponent("Hostile\(number).plugin")
        let contents = bundle.appendingPathComponent("Contents")
        let resources = contents.appendingPathComponent("Resources")
        try FileManager.default.createDirectory(
            at: contents.appendingPathComponent("Linux"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: library, to: contents.appendingPathComponent("Linux/Unit"))
        var info: [String: Any] = info
        info["CFBundleIdentifier"] = "org.coreimage.tests.Hostile\(number)"
        info["CoreImageEntryPoint"] = attack.entryPoint
        let filter = "Hostile\(number)"
        let description: [String: Any] = [
            "CIPlugInVersion": 1,
            "CIPlugInFilterList": [
                filter: [
                    "CIFilterClass": attack.className,
                    "CIFilterAttributes": ["CIAttributeFilterCategories": ["CICategoryStylize"]],
                ] as [String: Any]
            ],
        ]
        try write(info, to: contents.appendingPathComponent("Info.plist"))
        try write(description, to: resources.appendingPathComponent("Description.plist"))
        if let atLoad = attack.atLoad {
            try atLoad.write(to: resources.appendingPathComponent("AtLoad.txt"), atomically: true, encoding: .utf8)
        }
        return (bundle, filter)
    }

    private func write(_ list: [String: Any], to file: URL) throws {
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
    }
}
