import ChildProcesses

/// The bytes that come from a client and go to it.
protocol ClientChannel: Sendable {
    /// The descriptor to poll for bytes from the client.
    var readable: Int32 { get }

    /// Reads the available bytes, with the descriptors that came with them. No bytes mean the end; nil means that there
    /// is nothing now.
    func read() -> (bytes: [UInt8], files: [FileDescriptor])?

    /// Sends a line, with descriptors. Only one thread may send at a time.
    ///
    /// - Returns: False if the client doesn't read any more.
    func send(_ line: [UInt8], files: [FileDescriptor]) -> Bool
}
