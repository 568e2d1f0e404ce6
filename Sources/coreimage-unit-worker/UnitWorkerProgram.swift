import Glibc

/// The program that a host starts to run one executable unit in. It shuts itself into a sandbox before it loads the unit.
///
/// All of it is in `libCoreImage.so`, whose symbols the unit binds to. Linked in statically, they would have to be
/// exported with a flag that SwiftPM refuses in packages that others use by version.
@main
struct UnitWorkerProgram {
    private static let library = "libCoreImage.so"
    /// What `CoreImage` exports in `UnitWorker.swift`.
    private static let entryPoint = "coreimage_unit_worker_run"

    static func main() {
        guard let opened = dlopen(library, RTLD_LAZY | RTLD_GLOBAL), let entry = dlsym(opened, entryPoint) else {
            fail(dlerror().map { String(cString: $0) } ?? "\(library) can't be opened")
        }
        unsafeBitCast(entry, to: (@convention(c) () -> Void).self)()
    }

    /// The exit code is `WorkerOrders.missingLibraryCode`.
    private static func fail(_ reason: String) -> Never {
        let text = "coreimage-unit-worker needs \(library) of the same build beside it: \(reason)\n"
        _ = write(STDERR_FILENO, text, text.utf8.count)
        exit(EX_OSFILE)
    }
}
