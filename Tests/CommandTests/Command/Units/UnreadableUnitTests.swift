import Foundation
import TestSupport
import Testing

/// Tests with a unit whose description crashes the process that reads it. Only debug builds have the variable that
/// makes the reader crash.
@Suite("A unit that crashes the reader process")
struct UnreadableUnitTests {
    private let command: CommandProcess
    private let units: String

    init() throws {
        command = try CommandProcess()
        units = command.path("units")
        for name in ["First", "Bad", "Last"] {
            let unit = command.folder.appendingPathComponent("units/\(name).plugin/Contents/Resources")
            try FileManager.default.createDirectory(at: unit, withIntermediateDirectories: true)
            let info = "<plist><dict><key>CFBundleIdentifier</key><string>org.example.\(name)</string></dict></plist>"
            let description = """
                <plist><dict><key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict><key>\(name)Filter</key><dict>
                <key>CIKernelFile</key><string>K</string><key>CIFilterAttributes</key><dict><key>CIAttributeFilterCategories</key><array>
                <string>CICategoryStylize</string></array><key>CIInputs</key><array><dict><key>CIAttributeName</key><string>inputImage</string>
                <key>CIAttributeClass</key><string>CIImage</string></dict></array></dict></dict></dict></dict></plist>
                """
            for (file, text) in [
                ("../Info.plist", info), ("Description.plist", description),
                ("K.cikernel", "kernel vec4 k(__sample s) { return s; }"),
            ] {
                try text.write(to: unit.appendingPathComponent(file), atomically: false, encoding: .utf8)
            }
        }
    }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> CommandProcess.Outcome {
        try CommandProcess.run(
            ProductsFolder.product("coreimage"), arguments, in: command.folder,
            environment: [
                "HOME": command.folder.path, "SWIFT_BACKTRACE": "enable=no",
                "COREIMAGE_TEST_READER_FAULT": "Bad.plugin",
            ].merging(environment) { $1 })
    }

    private static let refusal = "Bad.plugin: error: the process that read the unit crashed; remove the unit"

    @Test("every command continues without the unit, also at the first crash", arguments: ["", "none"])
    func contained(cache: String) throws {
        let cache = ["COREIMAGE_CACHE": cache]
        for _ in 0..<2 {
            let list = try run(["units", units], cache)
            #expect(list.code == 1 && list.errors.contains(Self.refusal), "\(list.errors)")
            #expect(
                list.output.contains("FirstFilter  nonexecutable\n")
                    && list.output.contains("LastFilter  nonexecutable\n"))
            #expect(list.output.contains("Bad.plugin  refused"))
        }
        let doctor = try run(["units", "doctor", units], cache)
        #expect(doctor.code == 1 && doctor.output.contains(Self.refusal), "\(doctor.output)")
        #expect(doctor.output.contains("LastFilter  nonexecutable, loaded"))
        let filters = try run(["filters", "--units", units, "--search", "LastFilter"], cache)
        #expect(filters.code == 0 && filters.output.hasPrefix("LastFilter"))

        let before = try run(["units", "uninstall", "org.example.First", "--folder", units], cache)
        #expect(before.code == 0, "\(before.errors)")
        #expect(try run(["units", "pack", units + "/Last.plugin", "-o", "Last.imageunit"], cache).code == 0)
        let installed = try run(["units", "install", "Last.imageunit", "--folder", units], cache)
        #expect(installed.code == 0, "\(installed.errors)")
        let hostile = try run(["units", "install", units + "/Bad.plugin", "--folder", command.path("other")], cache)
        #expect(
            hostile.code == 1 && hostile.errors.contains("the process that read the unit crashed"), "\(hostile.errors)")
        #expect(try run(["units", "uninstall", "Bad", "--folder", units], cache).code == 0)
        #expect(try run(["units", units], cache).code == 0)
    }

    @Test("without a reader process, the unit is refused after the second crash")
    func remembered() throws {
        let alone = ["COREIMAGE_UNIT_WORKER": "/nowhere"]
        var codes: [Int32] = []
        for _ in 0..<4 { codes.append(try run(["units", units], alone).code) }
        #expect(codes[0] != 1 && codes[1] != 1, "the reader didn't crash; is this a build for debugging?")
        #expect(Array(codes[2...]) == [1, 1])
        let list = try run(["units", units], alone)
        #expect(list.errors.contains("Bad.plugin: error: the process that read the unit ended at once, twice"))
        #expect(
            list.output.contains("FirstFilter  nonexecutable\n") && list.output.contains("LastFilter  nonexecutable\n"))
        let sound = alone.merging(["COREIMAGE_TEST_READER_FAULT": ""]) { $1 }
        #expect(try run(["units", units], sound).errors.contains("ended at once"))
        let released = try run(["units", "doctor", "--release", units + "/Bad.plugin"], sound)
        #expect(released.code == 0, "\(released.errors)")
        #expect(try run(["units", units], sound).code == 0)
    }

    @Test("a unit is read again when it is released, or has changed")
    func released() throws {
        #expect(try run(["units", units]).code == 1)
        let sound = ["COREIMAGE_TEST_READER_FAULT": ""]
        let release = { try run(["units", "doctor", "--release", units + "/Bad.plugin"], sound) }
        #expect(try release().output.contains("Bad.plugin"))
        #expect(try run(["units", units], sound).code == 0)
        #expect(try release().code == 1, "nothing is held against it any more")
        #expect(try run(["units", units]).code == 0, "it is in the cache by now")
        try "".write(toFile: units + "/Bad.plugin/Contents/new", atomically: false, encoding: .utf8)
        #expect(try run(["units", units]).code == 1)
        try "".write(toFile: units + "/Bad.plugin/Contents/newer", atomically: false, encoding: .utf8)
        #expect(try run(["units", units], sound).code == 0)
    }
}
