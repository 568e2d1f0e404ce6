import Glibc

/// The program in which a host runs one executable unit. It sandboxes itself before it loads the unit.
///
/// Its whole implementation is in `libCoreImage.so`, against whose symbols the unit is linked. With static linking
/// these symbols would have to be exported with a linker flag that SwiftPM rejects in packages that others use by
/// version.
@main
struct UnitWorkerProgram {
    private static let library = "libCoreImage.so"
    /// The symbol that `UnitWorker.swift` in `CoreImage` exports.
    private static let entryPoint = "coreimage_unit_worker_run"

    static func main() {
        guard let opened = dlopen(library, RTLD_LAZY | RTLD_GLOBAL), let entry = dlsym(opened, entryPoint) else {
            fail(dlerror().map { String(cString: $0) } ?? "\(library) can't be opened")
        }
        unsafeBitCast(entry, to: (@convention(c) () -> Void).self)()
    }

    /// Prints the reason and exits with `WorkerOrders.missingLibraryCode`.
    private static func fail(_ reason: String) -> Never {
        let text = "coreimage-unit-worker needs \(library) of the same build beside it: \(reason)\n"
        _ = write(STDERR_FILENO, text, text.utf8.count)
        exit(EX_OSFILE)
    }
}
