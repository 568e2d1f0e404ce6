import Glibc

/// Polling of file descriptors with a deadline.
package enum Polling {
    /// Waits until a file is ready or has an error, or until the deadline.
    ///
    /// - Returns: The indices of the files that are ready. Empty at the deadline.
    package static func wait(
        _ files: [(number: Int32, events: Int32)], until deadline: ContinuousClock.Instant
    ) -> Set<Int> {
        var entries = files.map { pollfd(fd: $0.number, events: Int16($0.events), revents: 0) }
        while true {
            let left = deadline - .now
            let milliseconds =
                left > .zero
                ? left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1 : 0
            let count = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
            if count < 0 && errno == EINTR { continue }
            if count != 0 || left <= .zero { break }
        }
        return Set(entries.indices.filter { entries[$0].revents != 0 })
    }
}
