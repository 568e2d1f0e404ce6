import Foundation
import ImageUnits
import TestSupport
import Testing

@testable import UnitAuthoring

/// A folder for a test's files, which goes away with the object.
final class TestFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("authoring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ name: String, _ text: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// Everything in the folder, hidden files too, with the bytes of files; nil for folders.
    func contents(_ name: String = "") throws -> [String: Data?] {
        let root = name.isEmpty ? url : url.appendingPathComponent(name)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path, FileManager.default.contents(atPath: root.appendingPathComponent(path).path))
            })
    }

    /// The sources of a new unit in this folder.
    func scaffold(_ name: String, _ kind: UnitKind = .kernel) throws -> UnitSources {
        let scaffold = UnitScaffold(
            name: try UnitName(name), identifier: try BundleIdentifier("org.example.\(name)"), kind: kind,
            corePackage: "/nowhere/core-image")
        return try UnitSources(folder: try scaffold.write(into: url).path)
    }

    /// A kernel unit, built; `edit` changes its sources first.
    @discardableResult
    func unit(_ name: String, edit: (_ folder: String) throws -> Void = { _ in }) throws -> BuiltUnit {
        let sources = try scaffold(name)
        try edit(name)
        return try Self.builder(sources).build(into: sources.defaultOutput)
    }

    /// Replaces text in a file.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = try text(name)
        try #require(text.contains(old), "\(name) has no \(old)")
        try write(name, text.replacingOccurrences(of: old, with: new))
    }

    /// A builder for kernel units and units in C, which need no built modules of Core Image.
    static func builder(_ sources: UnitSources) -> UnitBuilder {
        UnitBuilder(
            sources, configuration: .release, products: CoreImageProducts(folder: ProductsFolder.url), stamp: stamp)
    }

    static let stamp = ImageUnitStamp(
        compiler: "0.0", interface: "none", architecture: ImageUnitStamp.hostArchitecture)
}
