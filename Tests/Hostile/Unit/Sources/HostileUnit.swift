import CoreImage
import Foundation

/// A registration object that loads, crashes or refuses to load, depending on the entry point that makes it.
final class HostileLoader: CIPlugInRegistration {
    private let crashes: Bool
    private let refuses: Bool

    init(crashes: Bool = false, refuses: Bool = false) { (self.crashes, self.refuses) = (crashes, refuses) }

    func load(_ host: UnsafeMutableRawPointer?) -> Bool {
        if crashes { fatalError("the loader crashes") }
        return !refuses
    }
}

/// The constructors of all behaviours by name. Description.plist selects one as the class of its filter.
nonisolated(unsafe) private let filters: [String: () -> CIFilter] = {
    var result: [String: () -> CIFilter] = [:]
    for behaviour in Behaviour.all { result[behaviour.name] = { HostileFilter(behaviour) } }
    result["CrashInInit"] = { fatalError("the filter crashes while it is made") }
    result["ProcessorCrash"] = { HostileProcessorFilter(CrashingProcessor.self) }
    result["ProcessorHang"] = { HostileProcessorFilter(HangingProcessor.self) }
    result["ProcessorOverrun"] = { HostileProcessorFilter(OverrunningProcessor.self) }
    result["ProcessorOverread"] = { HostileProcessorFilter(OverreadingProcessor.self) }
    result["ProcessorRefusal"] = { HostileProcessorFilter(RefusingProcessor.self) }
    result["ProcessorRegionCrash"] = { HostileProcessorFilter(RegionCrashingProcessor.self) }
    result["ProcessorThreads"] = { HostileProcessorFilter(ThreadStartingProcessor.self) }
    result["Innocent"] = { HostileProcessorFilter(InnocentProcessor.self) }
    return result
}()

/// The entry point of a unit that loads normally.
@_cdecl("coreimage_unit")
public func hostileUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(), filters: filters).retainedPointer
}

/// The entry point of a unit that refuses to load.
@_cdecl("entry_refusing")
public func refusingUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(refuses: true), filters: filters).retainedPointer
}

/// The entry point of a unit that crashes in `load(_:)`.
@_cdecl("entry_load_crash")
public func crashingUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(crashes: true), filters: filters).retainedPointer
}
