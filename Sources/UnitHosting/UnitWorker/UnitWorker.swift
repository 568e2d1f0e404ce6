import CoreImageEssentials
@_spi(UnitWorker) import ImageFiles
import Recipes
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
        let unit = ServedUnit()
        let reading = Mutex<ServedReading?>(nil)
        WorkerServer.run { request in
            if request.isSetUp, let order = ReadingOrder(request.bytes) {
                let served = try ServedReading(order)
                reading.withLock { $0 = served }
                return []
            }
            if let reading = reading.withLock({ $0 }) { return try reading.answer(request.bytes) }
            return try unit.answer(request).bytes
        }
    }
}
