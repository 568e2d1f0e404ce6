import CoreImage
import TestSupport
import Testing

/// Tests with an executable unit that is rebuilt while this process holds filters of it, and with processes that share
/// a scan cache.
@Suite("Image units that change", .serialized)
struct ImageUnitReloadTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    /// The sources of a unit whose filter paints one grey.
    private func write(_ name: String, level: Double, filter: String) throws -> String {
        let folder = command.folder.appendingPathComponent("\(name)/Tinter")
        let resources = folder.appendingPathComponent("Resources")
        let sources = folder.appendingPathComponent("Sources")
        for folder in [resources, sources] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        func list(_ body: String) -> String {
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(body)\n</dict>\n</plist>\n"
        }
        try list(
            """
            <key>CFBundleIdentifier</key><string>org.example.\(filter)</string>
            <key>CFBundleShortVersionString</key><string>\(level)</string>
            <key>CFBundleExecutable</key><string>Tinter</string>
            """
        ).write(to: folder.appendingPathComponent("Info.plist"), atomically: true, encoding: .utf8)
        try list(
            """
            <key>CIPlugInVersion</key><integer>1</integer>
            <key>CIPlugInFilterList</key><dict><key>\(filter)</key><dict>
            <key>CIFilterClass</key><string>TintFilter</string></dict></dict>
            """
        ).write(to: resources.appendingPathComponent("Description.plist"), atomically: true, encoding: .utf8)
        try """
        import CoreImage

        final class TintFilter: CIFilter {
            @CIInput("inputGain", default: 1) var gain: Double
            override var outputImage: CIImage? {
                CIImage(color: CIColor(red: CGFloat(\(level) * gain), green: 0, blue: 0))
            }
        }

        final class Loader: CIPlugInRegistration {
            func load(_ host: UnsafeMutableRawPointer?) -> Bool { true }
        }

        @_cdecl("coreimage_unit")
        public func coreImageUnit() -> UnsafeMutableRawPointer {
            CIImageUnit(Loader(), filters: ["TintFilter": { TintFilter() }]).retainedPointer
        }
        """.write(to: sources.appendingPathComponent("Tinter.swift"), atomically: true, encoding: .utf8)
        return folder.path + "/"
    }

    private func build(_ source: String, into folder: String) throws {
        let outcome = try CommandProcess.run(
            CommandProcess.package.appendingPathComponent(".make/build-units"),
            ["debug", command.path(folder), source],
            in: CommandProcess.package, environment: ["COREIMAGE_PRODUCTS": ProductsFolder.url.path])
        try #require(outcome.code == 0, "\(outcome.errors)")
    }

    /// The red component of the pixel at (0, 0) of the filter's output, without colour management.
    private func level(_ filter: CIFilter) throws -> Float {
        let image = try #require(filter.outputImage)
        var pixel = SIMD4<Float>(repeating: .nan)
        withUnsafeMutableBytes(of: &pixel) {
            guard let start = $0.baseAddress else { return }
            CIContext(options: [.workingColorSpace: NSNull()]).render(
                image, toBitmap: start, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf,
                colorSpace: nil)
        }
        return pixel.x
    }

    @Test("changed trusted code is reloaded, and existing filters keep the old code")
    func reload() throws {
        let name = "Tint" + UUID().uuidString.filter { $0 != "-" }
        try build(write("one", level: 0.25, filter: name), into: "built")
        try build(write("two", level: 0.75, filter: name), into: "next")
        let unit = command.folder.appendingPathComponent("built/Tinter.plugin")
        let next = command.folder.appendingPathComponent("next/Tinter.plugin")

        CIPlugIn.trustsExecutableCode = true
        defer { CIPlugIn.trustsExecutableCode = false }
        let first = try CIPlugIn.loadReporting(unit, allowExecutableCode: true)
        defer { CIPlugIn.unload(unit) }
        let old = try #require(CIFilter(name: name))
        #expect(try level(old) == 0.25)

        try FileManager.default.removeItem(at: unit)
        try FileManager.default.moveItem(at: next, to: unit)
        let reports = CIPlugIn.reloadChanged().filter { $0.url == unit }
        #expect(reports.map(\.generation) == [first.generation + 1] && reports.map(\.version) == ["0.75"])
        let new = try #require(CIFilter(name: name))
        #expect(try level(new) == 0.75)
        #expect(try level(old) == 0.25)
        old.setValue(2, forKey: "inputGain")
        #expect(try level(old) == 0.5)
        #expect(try level(try #require(old.copy() as? CIFilter)) == 0.5)
    }

    @Test("processes that scan concurrently share a cache, agree, and don't damage it")
    func processes() throws {
        let units = command.folder.appendingPathComponent("units")
        for number in 0..<20 {
            let source = CommandProcess.package.appendingPathComponent("ImageUnits/KernelSampler")
            let bundle = units.appendingPathComponent("Unit\(number).plugin/Contents")
            try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
            for item in ["Info.plist", "Resources"] {
                try FileManager.default.copyItem(
                    at: source.appendingPathComponent(item), to: bundle.appendingPathComponent(item))
            }
            let list = bundle.appendingPathComponent("Info.plist")
            let text = try String(contentsOf: list, encoding: .utf8)
            try text.replacingOccurrences(of: "KernelSampler</string>", with: "KernelSampler\(number)</string>").write(
                to: list, atomically: true, encoding: .utf8)
        }
        let expected = try command.run(["units", units.path, "--json"]).output
        #expect(expected.contains("WeightedPoster") && expected.contains("\"state\" : \"registered\""))
        let cache = command.folder.appendingPathComponent(".cache/coreimage/units")
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).count == 20)
        try FileManager.default.removeItem(at: cache)
        let program = ProductsFolder.product("coreimage")
        let folder = command.folder
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2 {
                let outcome = try? CommandProcess.run(
                    program, ["units", units.path, "--json"], in: folder, environment: ["HOME": folder.path])
                if outcome?.output != expected { Issue.record("another outcome: \(outcome?.output ?? "none")") }
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        #expect(left.count == 20 && left.allSatisfy { !$0.hasPrefix(".") })
    }
}
