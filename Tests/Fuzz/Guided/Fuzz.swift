import CLibFuzzer
import Foundation

/// Runs libFuzzer on a target, with libFuzzer's arguments.
@main
enum Fuzz {
    /// The target named by `COREIMAGE_FUZZ_TARGET`, because all arguments belong to libFuzzer.
    private static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["COREIMAGE_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            let names = FuzzTarget.all.map(\.name).joined(separator: "\n")
            FileHandle.standardError.write(Data("COREIMAGE_FUZZ_TARGET is '\(name)'; give one of\n\(names)\n".utf8))
            exit(64)
        }
        return target
    }()

    static func main() throws {
        if let task = VariantTask.ofThisProcess { return try VariantChild.run(task) }
        if let series = ProcessInfo.processInfo.environment["COREIMAGE_FUZZ_SERIES"] { return try run(series: series) }
        _ = target
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }

    /// Runs the structured variants given by `KIND:COUNT` or `KIND:COUNT:FIRST` in child processes of this program, and
    /// prints their results.
    private static func run(series text: String) throws {
        let parts = text.split(separator: ":")
        guard (2...3).contains(parts.count), let first = Int(parts.count == 3 ? parts[2] : "0"),
            let count = Int(parts[1]),
            let kind = VariantKind.all.first(where: { $0.name == parts[0] })
        else {
            let names = VariantKind.all.map(\.name).joined(separator: ", ")
            FileHandle.standardError.write(
                Data("COREIMAGE_FUZZ_SERIES is KIND:COUNT:FIRST, of the kinds \(names)\n".utf8))
            exit(64)
        }
        let series = VariantSeries(
            kind: kind, first: first, count: count,
            program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
            arguments: [],
            findingsFolder: URL(fileURLWithPath: "build/fuzz"))
        let findings = try series.run { text in
            print(text)
            fflush(nil)
        }
        exit(findings.isEmpty ? 0 : 1)
    }

    /// Aborts on a finding, so that libFuzzer stores the input as for a crash.
    fileprivate static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
        do {
            try target.check(Array(bytes))
        } catch {
            FileHandle.standardError.write(Data("finding: \(error)\n".utf8))
            abort()
        }
    }
}

/// The function that libFuzzer calls with each input. libFuzzer's own main function, which is linked but not used,
/// refers to this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Fuzz.check(UnsafeBufferPointer(start: bytes, count: count))
    return 0
}
