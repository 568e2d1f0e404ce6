import Synchronization
import UnitProcesses

extension CIPlugIn {
    /// Whether executable units run where the kernel has no Landlock, its guard over files (before Linux 5.13, or switched off). There a unit
    /// can write nowhere, and may read what its user may read.
    public enum LandlockUse: String, Sendable, Hashable, CaseIterable {
        /// Units don't run without it: each call fails with a `CIPlugInFailure` that says why.
        case require
        /// Units run without it where it is missing, with a warning in the log, once.
        case prefer
        /// Units run without it.
        case off
    }

    /// Whether Landlock is needed to run executable units. What the environment variable `COREIMAGE_LANDLOCK` says; where it says nothing,
    /// `require` in programs that systemd or Kubernetes runs as services, without a terminal, and `prefer` in others. Counts for units that
    /// are loaded after a change. Thread-safe.
    public class var landlockUse: LandlockUse {
        get { chosenLandlockUse.withLock { $0 } ?? LandlockUse(UnitProcesses.LandlockUse.standard) }
        set { chosenLandlockUse.withLock { $0 = newValue } }
    }

    private static let chosenLandlockUse = Mutex<LandlockUse?>(nil)
}

extension CIPlugIn.LandlockUse {
    fileprivate init(_ use: LandlockUse) {
        switch use {
        case .require: self = .require
        case .prefer: self = .prefer
        case .off: self = .off
        }
    }

    /// The same for workers.
    var forWorkers: LandlockUse {
        switch self {
        case .require: .require
        case .prefer: .prefer
        case .off: .off
        }
    }
}

/// The warning that units run without Landlock.
enum MissingLandlock {
    private static let isWarned = Atomic(false)

    /// Warns where units prefer Landlock and the kernel has none, once in a process.
    static func warn(_ use: LandlockUse) {
        guard use == .prefer, WorkerProtection.available.landlockVersion == nil,
            !isWarned.exchange(true, ordering: .relaxed)
        else { return }
        imageUnitLog.warning(
            """
            The kernel has no Landlock (Linux 5.13 or later, switched on): image units may read what this user may read. \
            \(LandlockUse.environmentVariable)=require keeps them from running, =off ends this warning.
            """)
    }
}
