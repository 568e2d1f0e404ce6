import Foundation

/// Files of the system that any program reads while it loads libraries, makes text and asks for the time.
enum SystemFiles {
    /// Everything that a worker may read besides what its policy lists. Asked for before the sandbox closes.
    static func readable() throws -> [String] {
        try fixed + librariesInUse()
    }

    private static let fixed = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/share",
        "/etc/ld.so.cache",
        "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone", "/etc/fonts", "/proc/self", "/proc/cpuinfo",
        "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/dev/null", "/dev/zero", "/dev/random",
        "/dev/urandom",
    ]

    /// The program, each library that it has loaded, and the folder of the Swift runtime, of which a unit may need more.
    private static func librariesInUse() throws -> [String] {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        var paths: Set<String> = []
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let path = String(line[start...])
            paths.insert(path)
            let url = URL(fileURLWithPath: path)
            if url.lastPathComponent == "libswiftCore.so" { paths.insert(url.deletingLastPathComponent().path) }
        }
        return paths.sorted()
    }
}
