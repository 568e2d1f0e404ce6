import Foundation

/// Gives the profiler `perf` the names of generated functions, if the environment variable `COREIMAGE_PERF_MAP` is 1.
///
/// `perf` reads addresses, sizes and names from /tmp/perf-PID.map.
enum ProfilerMap {
    private static let isEnabled = ProcessInfo.processInfo.environment["COREIMAGE_PERF_MAP"] == "1"

    static func record(_ code: LinkableCode, _ memory: UnsafeMutableRawPointer, label: String) {
        guard isEnabled else { return }
        let (file, layout) = (code.file, code.layout)
        var lines = ""
        for symbol in file.symbols where symbol.isFunction {
            guard case .section(let section, let offset) = symbol.place, let start = layout.offsets[section] else {
                continue
            }
            let address = UInt(bitPattern: memory + start + offset)
            lines += "\(String(address, radix: 16)) \(String(symbol.size, radix: 16)) \(label):\(symbol.name)\n"
        }
        // A single write, so that lines of several threads don't mix. `O_NOFOLLOW`, because another user could have put
        // a link there.
        let map = open("/tmp/perf-\(getpid()).map", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard map >= 0 else { return }
        _ = write(map, lines, lines.utf8.count)
        close(map)
    }
}
