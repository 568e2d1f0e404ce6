import CoreImage

/// One executable unit that misbehaves, and the allowed results of rendering its filter.
package struct HostileUnitCase: Sendable {
    /// A result of rendering.
    package enum End: Hashable, Sendable {
        /// The input picture, or a part of it.
        case picture
        /// No image, because the filter returned none.
        case noImage
        /// A failure of the unit.
        case failure(CIPlugInFailure.Cause)
        /// An error that isn't a failure of the unit, such as a kernel that doesn't compile or a recipe that can't be
        /// rendered. Its text contains these words.
        case error(String)
        /// The unit was refused when it was loaded.
        case refusal
    }

    /// A short description of the unit's behaviour.
    package let name: String
    /// The class in the hostile unit's library that implements the behaviour.
    package let className: String
    /// The C function that the host calls first; nil for the default one.
    var entryPoint: String?
    /// The behaviour of the library while it is being loaded, before any of its functions is called; nil for none.
    var atLoad: String?
    /// The limit of the duration and of the processor time of a call; nil for the runner's low default.
    var time: Duration?
    /// The limit of the duration of a call, and half that of a start; nil for the runner's. It is short for code that
    /// never answers, where waiting longer tells nothing more.
    var patience: Duration?
    /// The allowed results; several if the result depends on timing.
    package let ends: Set<End>

    init(
        _ name: String, _ className: String, entryPoint: String? = nil, atLoad: String? = nil, time: Duration? = nil,
        patience: Duration? = nil, _ ends: Set<End>
    ) {
        (self.name, self.className, self.entryPoint, self.atLoad, self.time, self.patience, self.ends) = (
            name, className, entryPoint, atLoad, time, patience, ends
        )
    }

    /// The patience with code that hangs.
    private static let short = Duration.milliseconds(700)

    /// Whether it may run out of time.
    var mayRunOutOfTime: Bool { !ends.isDisjoint(with: [.failure(.timedOut), .failure(.usedUpProcessorTime)]) }

    /// All cases.
    package static var all: [HostileUnitCase] { Array(kinds.joined()) }

    /// The cases of the ordinary tests: of each kind, the first case of each set of ends, so that the host meets every
    /// kind of end. Which system calls the sandbox refuses is for the long tests, and so is what computes for seconds.
    package static var ordinary: [HostileUnitCase] {
        kinds.flatMap { cases -> [HostileUnitCase] in
            var known: Set<Set<End>> = []
            return cases.filter { attack in !attack.isLong && known.insert(attack.ends).inserted }
        }
    }

    /// Whether each call of its code takes seconds.
    private var isLong: Bool { ["BusyTasks", "BusyQueues", "WaitingQueues"].contains(className) }

    private static var kinds: [[HostileUnitCase]] {
        [loading, crashes, hangs, hoards, intrusions, attacks, parallel, recipes, regions, processors]
    }
}

extension HostileUnitCase {
    private static let loading = [
        HostileUnitCase("crashes while it is loaded", "Innocent", atLoad: "crash", [.failure(.crashed)]),
        HostileUnitCase(
            "hangs while it is loaded", "Innocent", atLoad: "hang", patience: short, [.failure(.timedOut)]),
        HostileUnitCase(
            "spins while it is loaded", "Innocent", atLoad: "spin",
            [.failure(.timedOut), .failure(.usedUpProcessorTime)]),
        HostileUnitCase("ends the process while it is loaded", "Innocent", atLoad: "exit", [.failure(.exited)]),
        HostileUnitCase(
            "ignores all signals, then works", "Innocent", atLoad: "ignore signals", [.picture, .failure(.forbidden)]),
        HostileUnitCase(
            "ignores all signals, then crashes", "NullPointer", atLoad: "ignore signals",
            [.failure(.crashed), .failure(.forbidden)]),
        HostileUnitCase("crashes in its entry point", "Innocent", entryPoint: "entry_crash", [.failure(.crashed)]),
        HostileUnitCase("gives no unit", "Innocent", entryPoint: "entry_null", [.failure(.refused)]),
        HostileUnitCase("gives garbage for a unit", "Innocent", entryPoint: "entry_garbage", [.failure(.crashed)]),
        HostileUnitCase(
            "hangs in its entry point", "Innocent", entryPoint: "entry_hang", patience: short, [.failure(.timedOut)]),
        HostileUnitCase("has no such entry point", "Innocent", entryPoint: "entry_missing", [.failure(.refused)]),
        HostileUnitCase("refuses to load", "Innocent", entryPoint: "entry_refusing", [.failure(.refused)]),
        HostileUnitCase(
            "crashes when it is asked to load", "Innocent", entryPoint: "entry_load_crash", [.failure(.crashed)]),
        HostileUnitCase("has no such class", "NoSuchClass", [.failure(.refused)]),
        HostileUnitCase("crashes while a filter is made", "CrashInInit", [.failure(.crashed)]),
    ]

    private static let crashes = [
        HostileUnitCase("writes to address 8", "NullPointer", [.failure(.crashed)]),
        HostileUnitCase("fatalError", "FatalError", [.failure(.crashed)]),
        HostileUnitCase("abort", "Abort", [.failure(.crashed)]),
        HostileUnitCase("exit(0)", "Exit", [.failure(.exited)]),
        HostileUnitCase("exit(3)", "ExitWithCode", [.failure(.exited)]),
        HostileUnitCase("calls itself without end", "StackOverflow", [.failure(.crashed), .failure(.usedUpMemory)]),
        HostileUnitCase("divides by zero", "DivideByZero", [.failure(.crashed)]),
        HostileUnitCase("crashes on another thread", "CrashOnAnotherThread", [.failure(.crashed)]),
        HostileUnitCase("crashes after it answered", "CrashAfterwards", [.picture, .failure(.crashed)]),
        HostileUnitCase("kills itself", "KillItself", [.failure(.crashed), .failure(.forbidden)]),
        HostileUnitCase("stops itself", "StopItself", [.failure(.timedOut), .failure(.forbidden), .picture]),
    ]

    private static let hangs = [
        HostileUnitCase("spins", "Spin", [.failure(.timedOut), .failure(.usedUpProcessorTime)]),
        HostileUnitCase("sleeps for ever", "Sleep", patience: short, [.failure(.timedOut)]),
        HostileUnitCase("waits for itself", "Deadlock", patience: short, [.failure(.timedOut), .failure(.crashed)]),
        HostileUnitCase(
            "spins on four threads", "SpinOnThreads", [.failure(.timedOut), .failure(.usedUpProcessorTime)]),
    ]

    private static let hoards = [
        HostileUnitCase("allocates without end", "AllocateWithoutEnd", [.failure(.usedUpMemory), .failure(.crashed)]),
        HostileUnitCase(
            "grows an array without end", "ArrayWithoutEnd", [.failure(.usedUpMemory), .failure(.crashed)]),
        HostileUnitCase(
            "opens files without end", "OpenFilesWithoutEnd",
            [.picture, .failure(.malformedAnswer), .failure(.refused)]),
        HostileUnitCase(
            "starts threads without end", "ThreadsWithoutEnd",
            [.failure(.timedOut), .failure(.usedUpMemory), .failure(.crashed), .failure(.tooManyThreads)]),
    ]

    private static let intrusions = [
        HostileUnitCase("forks", "Fork", [.failure(.forbidden)]),
        HostileUnitCase("runs a program", "RunAProgram", [.failure(.forbidden)]),
        HostileUnitCase("opens a socket", "OpenASocket", [.failure(.forbidden)]),
        HostileUnitCase("writes to the homes of users", "WriteToHome", [.failure(.forbidden)]),
        HostileUnitCase("writes to the folder for temporary files", "WriteToTemporaryFolder", [.failure(.forbidden)]),
        HostileUnitCase("reads the list of users", "ReadPasswords", [.noImage, .failure(.forbidden)]),
        HostileUnitCase("kills the host", "KillTheHost", [.failure(.forbidden)]),
        HostileUnitCase("traces the host", "TraceTheHost", [.failure(.forbidden)]),
        HostileUnitCase(
            "closes all files", "CloseEverything",
            [.failure(.exited), .failure(.malformedAnswer), .failure(.timedOut), .failure(.crashed)]),
        HostileUnitCase(
            "writes junk into all files", "WriteJunkToEverything",
            [.failure(.malformedAnswer), .failure(.crashed), .failure(.forbidden)]),
        HostileUnitCase("raises its limits", "RaiseLimits", [.noImage, .failure(.forbidden)]),
    ]

    private static let recipes = [
        HostileUnitCase(
            "a recipe of a million steps", "MillionSteps",
            [.failure(.refused), .failure(.malformedAnswer), .failure(.timedOut), .failure(.usedUpMemory)]),
        HostileUnitCase("2^60 ways through a recipe", "DoublingGraph", [.picture, .failure(.malformedAnswer)]),
        HostileUnitCase("a transform of no numbers", "NaNTransform", [.picture, .failure(.malformedAnswer)]),
        HostileUnitCase("an extent of no numbers", "NaNExtent", [.picture, .noImage, .failure(.malformedAnswer)]),
        HostileUnitCase(
            "a kernel of 200 000 lines", "HugeKernel",
            [.noImage, .error("kernel"), .failure(.malformedAnswer), .failure(.refused), .failure(.timedOut)]),
        HostileUnitCase("a kernel without end", "EndlessKernel", [.error("step")]),
        HostileUnitCase("a kernel that is no kernel", "BrokenKernel", [.failure(.refused)]),
        HostileUnitCase("a picture of the host's", "ForeignFile", [.noImage, .failure(.malformedAnswer)]),
        HostileUnitCase(
            "half a gigabyte of bitmap", "HugeBitmap",
            [.failure(.refused), .failure(.crashed), .failure(.usedUpMemory), .failure(.malformedAnswer)]),
        HostileUnitCase("wants to see the host's pixels", "RenderInTheWorker", [.noImage]),
    ]

    private static let regions = [
        HostileUnitCase("crashes when asked for a region", "RegionCrash", [.failure(.crashed)]),
        HostileUnitCase("hangs when asked for a region", "RegionHang", patience: short, [.failure(.timedOut)]),
        HostileUnitCase("a region of no numbers", "RegionNaN", [.failure(.malformedAnswer)]),
        HostileUnitCase("a region of everything", "RegionEverything", [.picture]),
    ]

    private static let processors = [
        HostileUnitCase("an innocent unit among them", "Innocent", [.picture]),
        HostileUnitCase("crashes while it computes pixels", "ProcessorCrash", [.failure(.crashed)]),
        HostileUnitCase("hangs while it computes pixels", "ProcessorHang", patience: short, [.failure(.timedOut)]),
        HostileUnitCase("writes beyond its pixels", "ProcessorOverrun", [.failure(.crashed)]),
        HostileUnitCase("reads beyond its pixels", "ProcessorOverread", [.failure(.crashed)]),
        HostileUnitCase("gives a reason instead of pixels", "ProcessorRefusal", [.failure(.refused)]),
        HostileUnitCase("crashes when asked what it reads", "ProcessorRegionCrash", [.failure(.crashed)]),
    ]
}
