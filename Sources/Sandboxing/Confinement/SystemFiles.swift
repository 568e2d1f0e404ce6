import UntrustedInput

/// Files of the system that ordinary programs read, for example to load libraries, draw text and find the time zone.
enum SystemFiles {
    /// Returns the files, and folders with their contents, that a worker may read besides those in its policy. Must be
    /// called before the sandbox is in force.
    static func readable() throws -> [String] {
        try fixed + devices + librariesInUse(maps: FileReader.text(at: "/proc/self/maps"))
    }

    private static let fixed = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share",
        "/etc/ld.so.cache",
        "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone", "/etc/fonts",
    ]

    /// Devices without effects, and the description of the processors, by which libraries choose code and threads.
    static let devices = [
        "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
    ]

    /// Files under `/proc` that a worker may read. In the folder of its own process these are listed one by one, as the
    /// C library and the runtime need them, because the folder also exposes the environment, the memory and the network
    /// tables.
    static let readableProcessFiles =
        ["auxv", "cmdline", "comm", "maps", "stat", "statm", "status"].map { "/proc/self/\($0)" }
        + ["/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"]

    /// The folder of the worker's open files, which it may list.
    static let listableProcessFolder = "/proc/self/fd"

    /// Returns the paths of the program, of each loaded library, and of the folder of the Swift runtime, because a unit
    /// may need further libraries from there.
    static func librariesInUse(maps: String) -> [String] {
        var paths: Set<String> = []
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let path = String(line[start...])
            paths.insert(path)
            let name = PathText(path)
            if name.lastComponent == "libswiftCore.so" { paths.insert(name.parent) }
        }
        return paths.sorted()
    }
}
