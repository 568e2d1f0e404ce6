import UntrustedInput

/// Files of the system that any program reads while it loads libraries, makes text and asks for the time.
enum SystemFiles {
    /// Files and folders with all they hold that a worker may read besides what its policy lists. Asked for before the sandbox closes.
    static func readable() throws -> [String] {
        try fixed + librariesInUse(maps: WholeFile.text(at: "/proc/self/maps"))
    }

    private static let fixed = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share",
        "/etc/ld.so.cache",
        "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone", "/etc/fonts", "/sys/devices/system/cpu", "/dev/null",
        "/dev/zero", "/dev/random", "/dev/urandom",
    ]

    /// Files under `/proc` that a worker may read. Of its own process those that the C library and the runtime read about memory,
    /// arguments and state, each for itself: the folder has its environment, its memory and the network's tables too.
    static let readableProcessFiles =
        ["auxv", "cmdline", "comm", "maps", "stat", "statm", "status"].map { "/proc/self/\($0)" }
        + ["/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"]

    /// The folder of its open files, which it may list.
    static let listableProcessFolder = "/proc/self/fd"

    /// The program, each library that it has loaded, and the folder of the Swift runtime, of which a unit may need more.
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
