import UnitProcesses

/// What the program `coreimage-unit-worker` consists of.
@_spi(UnitWorker)
public enum UnitWorker {
    /// Serves a host until it hangs up. Nothing else may have run in the process before.
    public static func run() -> Never {
        let unit = ServedUnit()
        WorkerServer.run { request in try unit.answer(request).bytes }
    }
}
