import CLibFuzzer
import Foundation

/// Hands a target to libFuzzer, with libFuzzer's own arguments.
@main
enum Fuzz {
    /// The target that `COREIMAGE_FUZZ_TARGET` names: every argument is libFuzzer's.
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

    /// Reads `KIND:COUNT` or `KIND:COUNT:FIRST` structured variants in processes of this program, and says on the last line how that ended.
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

    /// A finding ends the process, as a fault would, and libFuzzer keeps the input.
    fileprivate static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
        do {
            try target.check(Array(bytes))
        } catch {
            FileHandle.standardError.write(Data("finding: \(error)\n".utf8))
            abort()
        }
    }
}

/// What libFuzzer calls with each input. It is linked with a main function of its own, which isn't used but refers to this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Fuzz.check(UnsafeBufferPointer(start: bytes, count: count))
    return 0
}
