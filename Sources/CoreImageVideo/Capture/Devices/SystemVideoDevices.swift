import CLinux
import ChildProcesses
import Foundation
import Glibc

/// The cameras in `/dev`.
struct SystemVideoDevices: VideoDeviceSystem {
    var paths: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        let numbers = names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }
        return numbers.sorted().map { "/dev/video\($0)" }
    }

    func open(_ path: String) throws(SystemErrorNumber) -> any VideoDeviceFile {
        let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw SystemErrorNumber(errno) }
        let file = FileDescriptor(number)
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 else { throw SystemErrorNumber(errno) }
        return SystemVideoDeviceFile(
            file, interruption: FileDescriptor(ends[0]), interrupting: FileDescriptor(ends[1]))
    }
}

/// An open camera.
final class SystemVideoDeviceFile: VideoDeviceFile {
    private let file: FileDescriptor
    // The ends of a pipe, into which `interrupt()` writes a byte.
    private let interruption: FileDescriptor
    private let interrupting: FileDescriptor

    init(_ file: FileDescriptor, interruption: FileDescriptor, interrupting: FileDescriptor) {
        (self.file, self.interruption, self.interrupting) = (file, interruption, interrupting)
    }

    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(SystemErrorNumber) {
        while ioctl(file.number, request, argument) != 0 {
            guard errno == EINTR else { throw SystemErrorNumber(errno) }
        }
    }

    func map(offset: Int, length: Int) throws(SystemErrorNumber) -> UnsafeRawBufferPointer {
        guard let start = mmap(nil, length, PROT_READ, MAP_SHARED, file.number, off_t(offset)), start != MAP_FAILED
        else {
            throw SystemErrorNumber(errno)
        }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    func unmap(_ memory: UnsafeRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        munmap(UnsafeMutableRawPointer(mutating: start), memory.count)
    }

    func waitForBuffer(milliseconds: Int32) throws(SystemErrorNumber) -> Bool {
        var requests = [
            pollfd(fd: file.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interruption.number, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&requests, 2, milliseconds)
        if count < 0, errno != EINTR { throw SystemErrorNumber(errno) }
        if requests[1].revents != 0 {
            var byte: UInt8 = 0
            while read(interruption.number, &byte, 1) > 0 {}
            return false
        }
        // An error of the device is reported by the attempt to take a buffer.
        return count > 0 && requests[0].revents != 0
    }

    func interrupt() {
        var byte: UInt8 = 1
        // A pipe that is full has been written to already.
        _ = write(interrupting.number, &byte, 1)
    }
}
