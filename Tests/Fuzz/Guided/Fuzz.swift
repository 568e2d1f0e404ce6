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

    static func main() {
        _ = target
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
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
