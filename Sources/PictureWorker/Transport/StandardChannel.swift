import ChildProcesses
import CommandOutput
import Foundation

/// Standard input and output.
struct StandardChannel: ClientChannel {
    var readable: Int32 { STDIN_FILENO }

    func read() -> (bytes: [UInt8], files: [FileDescriptor])? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(readable, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        return (Array(bytes.prefix(max(0, count))), [])
    }

    func send(_ line: [UInt8], files: [FileDescriptor]) -> Bool {
        do throws(OutputFailure) {
            try StandardOutput.print(json: Data(line))
            return true
        } catch {
            if !error.isHangUp { StandardError.print("coreimage: \(error)") }
            return false
        }
    }
}
