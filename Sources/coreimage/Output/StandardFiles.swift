import Glibc

/// The descriptors 0, 1 and 2.
enum StandardFiles {
    /// Takes those that the process was started without, so that no file which is opened later becomes standard output.
    /// They can't be written to: whoever prints fails, as with a closed descriptor.
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
