import Synchronization

/// Whether the host lets kernels of image units and recipes be compiled to machine code; see `CIPlugIn.trustsKernels`.
package enum KernelTrust {
    /// False until the host changes it.
    package static let isGranted = Mutex(false)
}
