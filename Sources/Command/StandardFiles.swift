import Glibc

/// The file descriptors 0, 1 and 2.
enum StandardFiles {
    /// Opens /dev/null on those that are closed when the process starts, so that a file opened later doesn't become
    /// standard output. They are read-only, so that printing fails as it does on a closed descriptor.
    static func reserve() {
        while true {
            let descriptor = open("/dev/null", O_RDONLY)
            guard descriptor >= 0 else { return }
            if descriptor > STDERR_FILENO {
                close(descriptor)
                return
            }
        }
    }
}
