import Foundation

/// Behaviours that go below the C library.
enum Attacks {
    static func run(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        switch behaviour {
        case .call: return call(argument)
        case .load:
            guard dlopen(argument, RTLD_NOW) == nil else { return [] }
            throw ProbeProblem(String(cString: dlerror()))
        default: return stateLine(argument)
        }
    }

    /// A system call by its number, with arguments that are numbers, `@` for the address of a page of zeros, or `'` and a text for that text's
    /// address. Gives the result, or the error number with a minus.
    private static func call(_ argument: String) -> [UInt8] {
        typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        let call = unsafeBitCast(dlsym(nil, "syscall"), to: Call.self)
        let page = calloc(1, 4096)
        var words = argument.split(separator: " ").map { word -> Int in
            if word == "@" { return Int(bitPattern: page) }
            if word.hasPrefix("'") { return Int(bitPattern: strdup(String(word.dropFirst()))) }
            return Int(word) ?? 0
        }
        words += [Int](repeating: 0, count: 7 - words.count)
        let result = call(words[0], words[1], words[2], words[3], words[4], words[5], words[6])
        return [UInt8]("\(result < 0 ? -Int(errno) : result)".utf8)
    }

    /// What `/proc/N/stat` says, read as Dispatch reads it. `own` is this thread, `blocked` one that waits.
    private static func stateLine(_ argument: String) -> [UInt8] {
        typealias Number = @convention(c) () -> Int32
        let gettid = unsafeBitCast(dlsym(nil, "gettid"), to: Number.self)
        var thread = argument
        if argument == "own" { thread = "\(gettid())" }
        if argument == "blocked" {
            let ready = DispatchSemaphore(value: 0)
            let number = LockedSum()
            Thread.detachNewThread {
                number.add(Int(gettid()))
                ready.signal()
                sleep(1000)
            }
            ready.wait()
            thread = "\(number.value)"
        }
        var text = [UInt8](repeating: 0, count: 4096)
        var lines = ""
        // The first look at a thread has nothing to compare with.
        for _ in 0..<2 {
            let file = open("/proc/\(thread)/stat", O_RDONLY | O_NONBLOCK)
            guard file >= 0 else { return [UInt8]("error \(errno)".utf8) }
            let count = read(file, &text, text.count)
            close(file)
            lines = String(decoding: text.prefix(max(0, count)), as: UTF8.self).replacing(thread, with: "N")
            let end = ContinuousClock.now + .milliseconds(200)
            while ContinuousClock.now < end {}
        }
        return [UInt8](lines.utf8)
    }
}
