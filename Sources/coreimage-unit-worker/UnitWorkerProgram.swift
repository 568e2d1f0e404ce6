@_spi(UnitWorker) import CoreImage

/// The program that a host starts to run one executable unit in. It shuts itself into a sandbox before it loads the unit.
@main
struct UnitWorkerProgram {
    static func main() { UnitWorker.run() }
}
