/// What a process enforces on itself when it enters its sandbox. The host sends it to a worker as JSON.
package struct SandboxOrders: Codable, Sendable {
    /// Files and folders, including their contents, that the process may read.
    package var readable: [String] = []
    /// Whether it may also read the system's libraries, fonts, locales and time zones. A program needs them that loads
    /// code late or draws text.
    package var readsSystemFiles = true
    /// Whether it may make memory that it has written executable, to run kernels that it compiles. No memory is both
    /// writable and executable.
    package var compilesCode = false
    /// The only folder that it may write to, which becomes its current one. Without it nothing can be written.
    package var scratch: String?
    /// Bytes of address space that it may map, in addition to that at the start and to memory shared by the host.
    package var addressSpace: Int
    /// The number of files that it may have open at once.
    package var openFiles: Int
    /// The maximum size of a file that it writes, in bytes.
    package var fileSize: Int
    /// Whether it may run without Landlock.
    package var landlock: LandlockUse
    /// The newest version of Landlock to use.
    package var newestLandlock: Int32

    /// Creates orders that allow no files.
    package init(
        addressSpace: Int, openFiles: Int, fileSize: Int, landlock: LandlockUse, newestLandlock: Int32 = .max
    ) {
        (self.addressSpace, self.openFiles, self.fileSize) = (addressSpace, openFiles, fileSize)
        (self.landlock, self.newestLandlock) = (landlock, newestLandlock)
    }

    /// The process's reply after it is sandboxed.
    package struct Answer: Codable, Sendable {
        /// The protection that is in force.
        package let protection: WorkerProtection
        /// The limit of its address space, in bytes.
        package let addressSpaceLimit: UInt64
    }
}
