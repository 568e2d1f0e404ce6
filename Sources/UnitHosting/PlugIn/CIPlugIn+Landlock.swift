import CoreImageEssentials
import Sandboxing
import Synchronization

extension CIPlugIn {
    /// Whether executable units run if the kernel lacks Landlock, which restricts file access (missing before Linux
    /// 5.13, or disabled). Without Landlock a unit still can't write files, but can read every file that the host's
    /// user can read.
    public enum LandlockUse: String, Sendable, Hashable, CaseIterable {
        /// Units don't run without Landlock: each call fails with a `CIPlugInFailure` that says why.
        case require
        /// Units run without Landlock if it is missing, and one warning is logged.
        case prefer
        /// Units run without Landlock, even if the kernel has it.
        case off
    }

    /// Whether Landlock is required to run executable units.
    ///
    /// The default is the value of the environment variable `COREIMAGE_LANDLOCK`. If that is unset, the default is
    /// `require` in programs that systemd or Kubernetes runs as services without a terminal, and `prefer` in others. A
    /// change affects units that are loaded after it. Thread-safe.
    public class var landlockUse: LandlockUse {
        get { chosenLandlockUse.withLock { $0 } ?? LandlockUse(Sandboxing.LandlockUse.standard) }
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

    /// The corresponding value for worker processes.
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

    /// Logs the warning once per process, if units prefer Landlock and the kernel lacks it.
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
