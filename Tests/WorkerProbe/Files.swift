import Foundation

/// Behaviours that access files.
enum Files {
    static func run(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        switch behaviour {
        case .read:
            return attempt(argument, O_RDONLY)
        case .write:
            return attempt(argument, O_WRONLY | O_CREAT)
        case .remove: return ProbeProblem.code(unlink(argument))
        case .move:
            let names = argument.split(separator: " ").map(String.init)
            return ProbeProblem.code(rename(names[0], names[1]))
        case .makeFolder: return ProbeProblem.code(mkdir(argument, 0o700))
        case .link: return ProbeProblem.code(symlink("/etc/passwd", argument))
        case .changeMode: return ProbeProblem.code(chmod(argument, 0o777))
        default:
            var opened = 0
            while opened < 10_000, Glibc.open("/dev/null", O_RDONLY) >= 0 { opened += 1 }
            return [UInt8]("\(opened)".utf8)
        }
    }

    /// Returns the descriptors of all open files.
    static func open() throws -> [UInt8] {
        let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int($0) }
        return [UInt8](numbers.sorted().map(String.init).joined(separator: " ").utf8)
    }

    /// Creates files in the scratch folder, then waits. The argument is `BYTES COUNT`. Hidden files are unlinked while
    /// they are open.
    static func fill(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        let numbers = argument.split(separator: " ").compactMap { Int($0) }
        let bytes = [UInt8](repeating: 1, count: numbers[0])
        for number in 0..<numbers[1] {
            let file = Glibc.open("filler\(number)", O_WRONLY | O_CREAT, 0o600)
            guard file >= 0 else { throw ProbeProblem("opening file \(number) failed: \(errno)") }
            if behaviour == .fillHidden { unlink("filler\(number)") }
            let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress!, $0.count) }
            if written < bytes.count { return [UInt8]("full after \(number) files".utf8) }
            if behaviour != .fillHidden { close(file) }
        }
        Thread.sleep(forTimeInterval: 10)
        return []
    }

    private static func attempt(_ path: String, _ flags: Int32) -> [UInt8] {
        let descriptor = Glibc.open(path, flags, 0o600)
        defer { close(descriptor) }
        return ProbeProblem.code(descriptor)
    }
}
