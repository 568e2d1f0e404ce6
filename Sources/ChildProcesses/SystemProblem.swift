import Glibc

/// A failed system call, with a description of the action that needed it.
package struct SystemProblem: Error, CustomStringConvertible {
    /// System calls that are missing in old kernels and may be refused by the filter of a container.
    package enum NewCall {
        case pidfdOpen, memfdCreate, seccomp

        /// The call's name, and the first version of Linux that has it.
        var origin: (name: String, version: String) {
            switch self {
            case .pidfdOpen: ("pidfd_open", "5.3")
            case .memfdCreate: ("memfd_create", "3.17")
            case .seccomp: ("prctl(PR_SET_SECCOMP)", "3.5")
            }
        }
    }

    /// The action, the system's reason, and the remedy if the system call is missing.
    package let description: String
    /// The error number.
    package let code: Int32

    /// Creates a description of a failed call.
    ///
    /// - Parameters:
    ///   - action: The action, which begins the description.
    ///   - code: The error number. The default is this thread's `errno`.
    ///   - call: The system call, if it is one that may be missing.
    package init(_ action: String, code: Int32 = errno, missing call: NewCall? = nil) {
        var text = "\(action) failed: \(String(cString: strerror(code)))"
        // Depending on the container runtime, a system call that its filter doesn't list fails with ENOSYS or EPERM.
        if let (name, version) = call?.origin, code == ENOSYS || code == EPERM {
            text +=
                code == ENOSYS
                ? ", as the system call \(name) is missing (Linux has it from version \(version) on; a container's filter may hide it)"
                : ", as the system call \(name) is refused, most likely by a container's filter"
        }
        (description, self.code) = (text, code)
    }
}
