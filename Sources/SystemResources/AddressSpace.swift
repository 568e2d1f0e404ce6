import Foundation
import UntrustedInput

/// The address space of this process, which `ulimit -v` limits.
package enum AddressSpace {
    /// The number of bytes that the limit leaves; `Int.max` without a limit.
    package static var left: Int {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else { return .max }
        return left(
            of: Int(clamping: limits.rlim_cur),
            sizes: (try? FileReader.text(at: "/proc/self/statm", limit: 4096)) ?? "",
            pageSize: Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// - Parameters:
    ///   - limit: The limit in bytes; `Int.max` for none.
    ///   - sizes: The text of `/proc/self/statm`, whose first number is the size of the address space in pages.
    static func left(of limit: Int, sizes: String, pageSize: Int) -> Int {
        guard limit < .max else { return .max }
        let pages = sizes.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(0, limit - pages * pageSize)
    }
}
