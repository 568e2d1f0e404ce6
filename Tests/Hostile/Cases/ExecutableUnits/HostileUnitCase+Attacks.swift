extension HostileUnitCase {
    /// Attacks on the sandbox itself. A unit returns no image if its attack was refused; some refusals are reported as
    /// failures.
    static let attacks = [
        HostileUnitCase("reads the network's tables", "ReadNetwork", [.noImage]),
        HostileUnitCase("reads its environment from the kernel", "ReadEnvironment", [.noImage]),
        HostileUnitCase("reads and writes its memory as a file", "ReadMemory", [.failure(.forbidden)]),
        HostileUnitCase("reads what the kernel says of the host", "ReadHost", [.noImage]),
        HostileUnitCase("reads files through its root and its folder", "ReadRoot", [.noImage]),
        HostileUnitCase("reads the list of mounts", "ReadMounts", [.noImage]),
        HostileUnitCase("reads the kernel's settings", "ReadSettings", [.noImage]),
        HostileUnitCase("reads foreign files the way Dispatch reads states", "ReadNonblocking", [.noImage]),
        HostileUnitCase("opens states of threads without end", "HoardStates", [.picture]),
        HostileUnitCase("sends and receives out of band", "SendOutOfBand", [.noImage]),
        HostileUnitCase(
            "replaces the handler of refusals by a longer number", "ReplaceHandler", [.failure(.forbidden)]),
        HostileUnitCase("blocks the handler of refusals", "BlockHandler", [.failure(.forbidden), .failure(.crashed)]),
        HostileUnitCase("kills the host by a longer number", "KillHostAbove", [.failure(.forbidden)]),
        HostileUnitCase("opens a socket by a longer number", "OpenSocketAbove", [.failure(.forbidden)]),
        HostileUnitCase("makes itself traceable", "BecomeTraceable", [.noImage]),
        HostileUnitCase("locks files of the system", "LockFiles", [.noImage]),
        HostileUnitCase("makes memory executable", "MakeMemoryExecutable", [.noImage]),
        HostileUnitCase("makes all memory executable", "MakeAllMemoryExecutable", [.noImage]),
        HostileUnitCase("makes a file in memory", "MakeMemoryFile", [.noImage]),
        HostileUnitCase("takes a table of open files of its own", "UnshareFiles", [.noImage]),
        HostileUnitCase("starts a thread with open files of its own", "CloneWithoutFiles", [.failure(.forbidden)]),
        HostileUnitCase("makes namespaces", "MakeNamespaces", [.failure(.forbidden)]),
        HostileUnitCase("makes a file without a name", "MakeUnnamedFile", [.noImage]),
        HostileUnitCase("marks its calls as the handler's", "UseMark", [.noImage]),
        HostileUnitCase("has the kernel work through a ring", "UseRings", [.noImage]),
        HostileUnitCase("keeps keys in the kernel", "UseKeys", [.noImage]),
        HostileUnitCase("watches files", "WatchFiles", [.noImage]),
        HostileUnitCase("opens files by their handles", "OpenByHandle", [.noImage]),
        HostileUnitCase("asks for the host's limits", "AskForLimits", [.noImage]),
        HostileUnitCase("takes hold of the host's process", "HoldProcesses", [.noImage]),
        HostileUnitCase("changes priorities of others, and raises its own", "RaisePriority", [.noImage]),
        HostileUnitCase("types into the terminal", "TypeIntoTerminal", [.noImage]),
        HostileUnitCase("starts 5,000 threads", "StartThreads", [.failure(.tooManyThreads)]),
        HostileUnitCase("starts 5,000 threads in each call", "ProcessorThreads", [.failure(.tooManyThreads)]),
        HostileUnitCase("fills its scratch folder with bytes", "FillWithBytes", [.failure(.usedUpScratch)]),
        HostileUnitCase("fills its scratch folder with one file", "FillOneFile", [.failure(.usedUpScratch)]),
        HostileUnitCase("fills its scratch folder with files", "FillWithFiles", [.failure(.usedUpScratch)]),
        HostileUnitCase("asks a server through Foundation", "NetworkRequest", [.failure(.forbidden)]),
    ]

    /// Valid units that a sandbox could break.
    static let parallel = [
        HostileUnitCase("computes in 200 tasks for seconds", "BusyTasks", time: .seconds(60), [.picture]),
        HostileUnitCase("computes in Dispatch's queues for seconds", "BusyQueues", time: .seconds(60), [.picture]),
        HostileUnitCase(
            "waits in Dispatch's queues for further threads", "WaitingQueues", time: .seconds(60), [.picture]),
        HostileUnitCase("uses RegexBuilder", "RegexBuilder", [.picture]),
        HostileUnitCase("uses Observation", "Observation", [.picture]),
        HostileUnitCase("uses FoundationNetworking", "FoundationNetworking", [.picture]),
    ]
}
