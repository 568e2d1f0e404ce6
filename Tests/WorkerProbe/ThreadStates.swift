import Foundation

/// What `/proc/N/stat` says of threads, read as Dispatch reads it.
enum ThreadStates {
    /// - Parameter argument: A number; `own` for this thread, `blocked` for one that waits, `colliding` for two that wait and whose numbers
    ///   have the same remainder for any size of a table up to 4096.
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
        // The first look at a thread has nothing to compare with.
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

    /// Starts threads until one has a number that fits, which then waits for ever; the others end.
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
