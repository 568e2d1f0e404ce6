import Foundation

/// Behaviours that bypass the C library.
enum Attacks {
    static func run(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        switch behaviour {
        case .call: return call(argument)
        case .load:
            guard dlopen(argument, RTLD_NOW) == nil else { return [] }
            throw ProbeProblem(String(cString: dlerror()))
        default: return ThreadStates.lines(argument)
        }
    }

    /// Makes a system call by its number. Arguments are numbers, `@` for the address of a page of zeros, or `'`
    /// followed by a text for the address of that text. Returns the result, or the negative error number.
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
}
