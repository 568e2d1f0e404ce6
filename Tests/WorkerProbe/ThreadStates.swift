import Foundation

/// Reads `/proc/N/stat` of threads as Dispatch does.
enum ThreadStates {
    /// Returns the lines for the requested threads.
    ///
    /// - Parameter argument: A thread ID; `own` for this thread; `blocked` for one that waits; or `colliding` for two
    ///   waiting threads whose IDs are equal modulo every power of two up to 4096, and therefore collide in hash
    ///   tables.
    static func lines(_ argument: String) -> [UInt8] {
        let threads: [String]
        switch argument {
        case "own": threads = ["\(gettid())"]
        case "blocked": threads = ["\(waiting { _ in true })"]
        case "colliding":
            let first = waiting { _ in true }
            threads = ["\(first)", "\(waiting { ($0 - first) % 4096 == 0 })"]
        default: threads = [argument]
        }
        var lines: [String] = []
        // States are computed from the difference to the previous read, so the first read isn't meaningful.
        for _ in 0..<3 {
            lines = []
            for thread in threads {
                guard let line = read(thread) else { return [UInt8]("error \(errno)".utf8) }
                lines.append(line)
            }
            let end = ContinuousClock.now + .milliseconds(200)
            while ContinuousClock.now < end {}
        }
        return [UInt8](lines.joined().utf8)
    }

    private static func gettid() -> Int {
        typealias Number = @convention(c) () -> Int32
        return Int(unsafeBitCast(dlsym(nil, "gettid"), to: Number.self)())
    }

    /// Starts threads until the ID of one satisfies `fits`. That thread waits, and the others end.
    private static func waiting(where fits: @escaping @Sendable (Int) -> Bool) -> Int {
        while true {
            let (number, started) = (LockedSum(), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                number.add(gettid())
                let stays = fits(gettid())
                started.signal()
                if stays { sleep(1000) }
            }
            started.wait()
            if fits(number.value) { return number.value }
        }
    }

    private static func read(_ thread: String) -> String? {
        let file = open("/proc/\(thread)/stat", O_RDONLY | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(file, &text, text.count)
        return String(decoding: text.prefix(max(0, count)), as: UTF8.self).replacing(thread, with: "N")
    }
}
