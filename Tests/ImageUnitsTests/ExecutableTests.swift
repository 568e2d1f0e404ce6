import Foundation
import ImageUnits
import Testing

@Suite("Executables and Info.plist")
struct ExecutableTests {
    private static let filter = "<key>Wave</key><dict><key>CIFilterClass</key><string>WaveFilter</string></dict>"
    private static let both = filter + TestUnit.filter("Plain")
    private static let named = "<key>CFBundleExecutable</key><string>Wave</string>"

    /// The first bytes of a shared library for the machine with this number.
    private static func elf(_ machine: UInt8) -> Data {
        Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, machine, 0]) + Data(count: 44)
    }

    /// ELF machine numbers, from the ELF specification.
    private static let machines: [String: UInt8] = ["x86_64": 62, "arm64": 183, "riscv64": 243, "arm": 40, "i386": 3]
    private static var native: Data { elf(machines[ImageUnitStamp.hostArchitecture] ?? 0) }

    private func unit(_ info: String, library: Data? = native, at place: String = "Contents/Linux/Wave") throws
        -> TestUnit
    {
        let unit = try TestUnit("Wave", filters: Self.both, info: info)
        if let library { try unit.write(place, library) }
        return unit
    }

    @Test("Executable, principal class, entry point, version and stamp")
    func complete() throws {
        let info =
            Self.named + """
                <key>NSPrincipalClass</key><string>WaveLoader</string><key>CFBundleVersion</key><string>12</string>
                <key>CFBundleShortVersionString</key><string>1.2</string>
                <key>CoreImageEntryPoint</key><string>wave_unit</string><key>CoreImageMinimumVersion</key><string>0.10</string>
                <key>CoreImageStamp</key><dict><key>Compiler</key><string>6.3</string>
                <key>Interface</key><string>abc</string><key>Architecture</key><string>x86_64</string></dict>
                """
        let reading = try unit(info).read()
        let described = try #require(reading.unit)
        let executable = try #require(described.executable)
        #expect(described.identifier == "org.example.Wave")
        #expect(described.version == "1.2")
        #expect(executable.library.path.hasSuffix("Wave.plugin/Contents/Linux/Wave"))
        #expect(executable.principalClass == "WaveLoader")
        #expect(executable.entryPoint == "wave_unit")
        #expect(executable.stamp == ImageUnitStamp(compiler: "6.3", interface: "abc", architecture: "x86_64"))
        #expect(described.refusal(byVersion: "0.9") == .hostTooOld(minimum: "0.10", host: "0.9"))
        #expect(described.refusal(byVersion: "0.10") == nil)
        #expect(described.refusal(byVersion: "1.0") == nil)
        #expect(reading.errors.isEmpty)
    }

    @Test("A filter with a kernel file is nonexecutable whatever its class, one without is executable")
    func kinds() throws {
        let filters = try #require(try unit(Self.named).read().unit).filters
        #expect(filters.map(\.kind) == [.nonexecutable, .executable])
        #expect(filters[1].className == "WaveFilter")
        #expect(try filters[1].kernelSource() == nil)
    }

    @Test("Without a usable executable the nonexecutable filters are still described")
    func foreign() throws {
        let host = ImageUnitStamp.hostArchitecture
        let other = host == "arm64" ? "x86_64" : "arm64"
        let cases: [(Data?, String, ImageUnitProblem)] = [
            (nil, "", .missingExecutable(name: "Wave", other: nil)),
            (Data([0xCF, 0xFA, 0xED, 0xFE]), "Contents/MacOS/Wave", .missingExecutable(name: "Wave", other: "macOS")),
            (
                Data([0xCF, 0xFA, 0xED, 0xFE]), "Contents/Linux/Wave",
                .foreignExecutable(found: "macOS", expected: "Linux on \(host)")
            ),
            (
                Data("MZ".utf8), "Contents/Linux/Wave",
                .foreignExecutable(found: "Windows", expected: "Linux on \(host)")
            ),
            (Data(), "Contents/Linux/Wave", .foreignExecutable(found: "no known system", expected: "Linux on \(host)")),
            (
                Self.elf(Self.machines[other] ?? 0), "Contents/Linux/Wave",
                .foreignExecutable(found: "Linux on \(other)", expected: "Linux on \(host)")
            ),
        ]
        for (library, place, problem) in cases {
            let reading = try unit(Self.named, library: library, at: place).read()
            #expect(reading.errors == [problem])
            #expect(reading.issues.map(\.scope) == [.executable])
            #expect(reading.unit?.executable == nil)
            #expect(reading.unit?.filters.map(\.name) == ["Plain", "Wave"])
        }
        #expect(try unit("").read().errors == [.noExecutable])
        // A missing executable is no error if all filters are nonexecutable.
        let plain = try TestUnit("Wave", filters: TestUnit.filter(), info: Self.named)
        #expect(plain.read().issues.isEmpty)
    }

    @Test(
        "Build settings that a build left in Info.plist",
        arguments: ["${EXECUTABLE_NAME}", "$(PRODUCT_NAME)", "${TARGET_NAME:anything}", "Wave"])
    func settings(name: String) throws {
        let info = """
            <key>CFBundleExecutable</key><string>\(name)</string>
            <key>CFBundleVersion</key><string>$5 ${UNKNOWN} ${</string>
            """
        let reading = try unit(info).read()
        #expect(reading.unit?.executable?.library.lastPathComponent == "Wave")
        #expect(reading.unit?.version == "$5 ${UNKNOWN} ${")
        #expect(reading.warnings == [.unexpandedSetting("$5 ${UNKNOWN} ${")])
        let named = try TestUnit("A b", filters: TestUnit.filter())
        try named.write(
            "Contents/Info.plist",
            TestUnit.list("<key>CFBundleIdentifier</key><string>org.${PRODUCT_NAME:rfc1034identifier}</string>"))
        #expect(named.read().unit?.identifier == "org.A-b")
    }

    @Test("Executable names and entry points that can't be right", arguments: ["../Wave", "/bin/sh", ".."])
    func names(name: String) throws {
        let reading = try unit("<key>CFBundleExecutable</key><string>\(name)</string>").read()
        #expect(reading.errors == [.escapesBundle(path: name)])
        for symbol in ["", "1st", "a b", "a\u{E4}", "a;b"] {
            let reading = try unit(Self.named + "<key>CoreImageEntryPoint</key><string>\(symbol)</string>").read()
            #expect(reading.errors == [.malformedValue(symbol, expected: "the name of a C function")])
            #expect(reading.unit?.executable == nil)
        }
        #expect(try unit(Self.named).read().unit?.executable?.entryPoint == "coreimage_unit")
    }

    @Test("A misspelt Core Image key in Info.plist is named; keys of others are ignored")
    func infoKeys() throws {
        let info =
            Self.named
            + "<key>CoreImageStmp</key><string>x</string><key>LSMinimumSystemVersion</key><string>10.4</string>"
        #expect(try unit(info).read().warnings == [.unknownKey("CoreImageStmp", nearest: "CoreImageStamp")])
    }

    @Test("A stamp is whole or it is an error")
    func partialStamp() throws {
        let info = Self.named + "<key>CoreImageStamp</key><dict><key>Compiler</key><string>6.3</string></dict>"
        let reading = try unit(info).read()
        #expect(reading.errors == [.missingKey("Interface"), .missingKey("Architecture")])
        #expect(reading.unit?.executable?.stamp == nil)
    }
}

@Suite("The stamp of an executable unit")
struct StampTests {
    private let host = ImageUnitStamp(compiler: "6.3", interface: "abc", architecture: "x86_64")

    @Test("An equal stamp is accepted; a different one is refused with both values")
    func comparison() {
        #expect(host.refusal(by: host) == nil)
        var other = host
        other.interface = "xyz"
        #expect(other.refusal(by: host) == .stampMismatch(part: "CoreImage interface", unit: "xyz", host: "abc"))
        other.compiler = "6.1"
        #expect(other.refusal(by: host) == .stampMismatch(part: "Swift compiler", unit: "6.1", host: "6.3"))
        other.architecture = "arm64"
        let refusal = other.refusal(by: host)
        #expect(refusal == .stampMismatch(part: "processor architecture", unit: "arm64", host: "x86_64"))
        #expect(
            refusal?.message
                == "the executable was built for another processor architecture (arm64) than this host has (x86_64)")
        #expect(refusal?.remedy == "rebuild with: coreimage units build FOLDER")
    }

    @Test("A library without a stamp is refused")
    func missing() {
        var executable = UnitExecutable(library: URL(fileURLWithPath: "/x"), entryPoint: "coreimage_unit")
        #expect(executable.refusal(by: host) == .missingStamp)
        executable.stamp = host
        #expect(executable.refusal(by: host) == nil)
    }

    @Test("The host's stamp names a real architecture and compiler, and survives Info.plist")
    func ours() throws {
        let stamp = ImageUnitStamp.host(interface: "0123")
        var name = utsname()
        uname(&name)
        let machine = withUnsafeBytes(of: name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #expect(stamp.architecture == (machine == "aarch64" ? "arm64" : machine))
        #expect(stamp.compiler.wholeMatch(of: /[67]\.\d( or later)?|7 or later/) != nil)
        let unit = try TestUnit(filters: "<key>A</key><dict><key>CIFilterClass</key><string>A</string></dict>")
        let info: [String: Any] = ["CFBundleExecutable": "A", "CoreImageStamp": stamp.propertyList]
        try unit.write(
            "Contents/Info.plist", PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0))
        try FileManager.default.createDirectory(atPath: unit.path("Contents/Linux"), withIntermediateDirectories: true)
        let swift = try #require(CommandLine.arguments.first)
        try FileManager.default.createSymbolicLink(atPath: unit.path("Contents/Linux/A"), withDestinationPath: swift)
        // The running test is an executable for this machine, but outside the bundle.
        #expect(unit.read().errors == [.escapesBundle(path: "Contents/Linux/A")])
        try FileManager.default.removeItem(atPath: unit.path("Contents/Linux/A"))
        let header = try FileHandle(forReadingAtPath: "/proc/self/exe")?.read(upToCount: 64)
        try unit.write("Contents/Linux/A", #require(header))
        #expect(unit.read().unit?.executable?.stamp == stamp)
    }
}
