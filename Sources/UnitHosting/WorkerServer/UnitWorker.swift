import CoreImageEssentials
import ImageFiles
import Synchronization
import UnitProcesses

/// The entry point of the program `coreimage-unit-worker`, which looks it up by its C name. Doesn't return.
@_spi(UnitWorker)
@_cdecl("coreimage_unit_worker_run")
public func runUnitWorker() { UnitWorker.run() }

/// The main function of the program `coreimage-unit-worker`.
enum UnitWorker {
    /// Serves a host until it closes the connection, or draws an SVG if the arguments request it. No other code may
    /// have run in the process before.
    static func run() -> Never {
        if CommandLine.arguments.dropFirst().first == DrawingServer.argument { DrawingServer.run() }
        let unit = UnitServer()
        let reader = Mutex<BundleReadingServer?>(nil)
        WorkerServer.run { request in
            if request.isSetUp, let setup = ReaderSetup(request.bytes) {
                let server = try BundleReadingServer(setup)
                reader.withLock { $0 = server }
                return []
            }
            if let reader = reader.withLock({ $0 }) { return try reader.answer(request.bytes) }
            return try unit.answer(request).bytes
        }
    }
}
