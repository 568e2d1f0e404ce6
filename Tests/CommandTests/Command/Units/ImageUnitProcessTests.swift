import CoreImage
import Testing

/// Tests that load the sample units into the command, and damaged copies of them.
@Suite("Image units in the command", .serialized)
struct ImageUnitProcessTests {
    private let command: CommandProcess
    private let units: URL

    /// Every test gets its own copy of the units, to break as it likes.
    init() throws {
        command = try CommandProcess()
        units = command.folder.appendingPathComponent("Units")
        try FileManager.default.copyItem(at: try BuiltUnits.samples.get(), to: units)
    }

    private struct Unit {
        let path: String
        let filters: [String: Bool]
    }

    private func load(_ extra: String...) throws -> (units: [Unit], outcome: CommandProcess.Outcome) {
        let outcome = try command.run(["units", units.path, "--json"] + extra)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
        let found = list.map { unit in
            let filters = (unit["filters"] as? [[String: Any]] ?? []).compactMap { filter -> (String, Bool)? in
                guard let name = filter["name"] as? String, let isRegistered = filter["registered"] as? Bool else {
                    return nil
                }
                return (name, isRegistered)
            }
            return Unit(path: unit["path"] as? String ?? "", filters: Dictionary(filters) { first, _ in first })
        }
        return (found, outcome)
    }

    /// Replaces text in a file of a unit.
    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let url = units.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        try #require(text.contains(old), "\(file) has no \(old)")
        try text.replacingOccurrences(of: old, with: new).write(to: url, atomically: true, encoding: .utf8)
    }

    private func registered(_ units: [Unit]) -> Set<String> {
        Set(units.flatMap { unit in unit.filters.filter(\.value).map(\.key) })
    }

    @Test("every sample filter loads and changes the picture")
    func samples() throws {
        let (found, outcome) = try load()
        #expect(outcome.code == 0, "\(outcome.errors)")
        let names = registered(found)
        #expect(found.count == 4)
        #expect(
            names.isSuperset(of: [
                "FunHouseMirror", "FunHouseRipple", "MyHazeRemover", "MyHazeRemoverKernel", "WeightedPoster",
                "WindowRank",
            ]))
        #expect(found.allSatisfy { $0.filters.values.allSatisfy { $0 } })
        let unchanged = command.path("unchanged.png")
        #expect(
            try command.run(["apply", CommandProcess.scene, "-o", unchanged, "--", "ExposureAdjust", "EV=0"]).code == 0)
        for name in names.sorted() {
            let file = command.path("\(name).png")
            let apply = try command.run([
                "apply", CommandProcess.scene, "-o", file, "--units", units.path, "--", name,
            ])
            #expect(apply.code == 0, "\(name): \(apply.errors)")
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: file)) != Data(contentsOf: URL(fileURLWithPath: unchanged)),
                "\(name)")
        }
        let listing = try command.run(["filters", "--units", units.path, "--json"])
        #expect(listing.output.contains("FunHouse.plugin"))
    }

    @Test("without executable code, kernels still load")
    func nonexecutableOnly() throws {
        let names = registered(try load("--no-executable-units").units)
        #expect(names.contains("MyHazeRemoverKernel") && names.contains("WeightedPoster"))
        #expect(!names.contains("FunHouseMirror") && !names.contains("MyHazeRemover"))
    }

    @Test("the executable filters of a unit for another host are refused, and its kernel filters load")
    func stamp() throws {
        let architecture = try #require(CIPlugIn.executableUnitStamp["Architecture"])
        try edit("HazeRemover.plugin/Contents/Info.plist", "<string>\(architecture)</string>", "<string>m68k</string>")
        let (found, outcome) = try load()
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("HazeRemover.plugin") && outcome.errors.contains("m68k"))
        let names = registered(found)
        #expect(names.contains("MyHazeRemoverKernel") && !names.contains("MyHazeRemover"))
        #expect(names.contains("FunHouseMirror"), "one bad unit hides no other")
    }

    @Test("a missing entry point, class or library is named")
    func executableParts() throws {
        try edit(
            "FunHouse.plugin/Contents/Resources/Description.plist", "<string>FunHouseRipple</string>",
            "<string>FunHouseRiple</string>")
        // Loading runs no code of the unit; the doctor does.
        let doctor = { try command.run(["units", "doctor", units.path]) }
        let withClass = try doctor()
        #expect(
            withClass.code == 1 && withClass.output.contains("no filter class FunHouseRiple"), "\(withClass.output)")
        #expect(withClass.output.contains("FunHouseMirror  executable, loaded"))
        let use = try command.run([
            "apply", CommandProcess.scene, "-o", command.path("riple.png"), "--units", units.path, "--",
            "FunHouseRipple",
        ])
        #expect(use.code == 1 && use.errors.contains("did you mean FunHouseRipple?"), "\(use.errors)")
        try edit(
            "FunHouse.plugin/Contents/Info.plist", "</dict>\n</plist>",
            "<key>CoreImageEntryPoint</key><string>no_such_entry</string>\n</dict>\n</plist>")
        #expect(try doctor().output.contains("no function no_such_entry"))
        try FileManager.default.removeItem(at: units.appendingPathComponent("FunHouse.plugin/Contents/Linux/FunHouse"))
        let (gone, outcome) = try load()
        #expect(outcome.errors.contains("FunHouse"))
        #expect(registered(gone).isDisjoint(with: ["FunHouseMirror", "FunHouseRipple"]))
        #expect(registered(gone).contains("WeightedPoster"))
    }

    @Test("a filter name that two units have: the first stays, and both bundles are named")
    func duplicates() throws {
        try FileManager.default.copyItem(
            at: units.appendingPathComponent("KernelSampler.plugin"), to: units.appendingPathComponent("Second.plugin"))
        let (found, outcome) = try load()
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("KernelSampler.plugin") && outcome.errors.contains("Second.plugin"))
        #expect(found.first { $0.path.contains("KernelSampler") }?.filters["WeightedPoster"] == true)
        #expect(found.first { $0.path.contains("Second") }?.filters["WeightedPoster"] == false)
    }

    @Test("a nonexecutable kernel that samples other pixels is refused with its line; other filters load")
    func freeSampling() throws {
        let kernel =
            "kernel vec4 blur(sampler s, float period, float strength) {\n  return sample(s, samplerTransform(s, destCoord() + period * strength));\n}\n"
        try kernel.write(
            to: units.appendingPathComponent("KernelSampler.plugin/Contents/Resources/ScanLines.cikernel"),
            atomically: true,
            encoding: .utf8)
        let (found, outcome) = try load()
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("ScanLines.cikernel:2:"))
        let names = registered(found)
        #expect(!names.contains("ScanLines") && names.contains("WeightedPoster"))
    }

    @Test("broken property lists and kernels name file and place")
    func brokenText() throws {
        try "not a property list".write(
            to: units.appendingPathComponent("FunHouse.plugin/Contents/Resources/Description.plist"), atomically: true,
            encoding: .utf8)
        try "kernel vec4 k(sampler s) { return smaple(s); }".write(
            to: units.appendingPathComponent("KernelSampler.plugin/Contents/Resources/InkWash.cikernel"),
            atomically: true, encoding: .utf8)
        let (found, outcome) = try load()
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Description.plist"))
        #expect(outcome.errors.contains("InkWash.cikernel:1:"))
        #expect(outcome.errors.contains("sample"))
        #expect(registered(found).contains("WeightedPoster"))
        #expect(registered(found).contains("MyHazeRemover"))
    }
}
