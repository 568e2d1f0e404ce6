import CoreImage
import Foundation

/// Refuses to load, or dies of it, when its bundle says so; loads otherwise.
final class HostileLoader: CIPlugInRegistration {
    private let crashes: Bool
    private let refuses: Bool

    init(crashes: Bool = false, refuses: Bool = false) { (self.crashes, self.refuses) = (crashes, refuses) }

    func load(_ host: UnsafeMutableRawPointer?) -> Bool {
        if crashes { fatalError("the loader crashes") }
        return !refuses
    }
}

/// Every behaviour under its name; Description.plist picks one as the class of its filter.
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

/// The unit, which loads as it should.
@_cdecl("coreimage_unit")
public func hostileUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(), filters: filters).retainedPointer
}

/// A unit that refuses to load.
@_cdecl("entry_refusing")
public func refusingUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(refuses: true), filters: filters).retainedPointer
}

/// A unit that crashes when it is asked to load.
@_cdecl("entry_load_crash")
public func crashingUnit() -> UnsafeMutableRawPointer {
    CIImageUnit(HostileLoader(crashes: true), filters: filters).retainedPointer
}
