import ImageGraph
import Synchronization

/// The compilation of a kernel on another thread. It goes on if nobody refers to it any more, because the code is also
/// stored in the disk cache.
///
/// Thread-safe.
final class BackgroundCompilation: Sendable {
    private let result = Mutex<(any PreparedKernel)?>(nil)

    /// The compiled kernel. Nil until the compilation is over, and if it failed.
    var kernel: (any PreparedKernel)? { result.withLock { $0 } }

    /// Starts a compilation. `report` is called with the error if it fails.
    init(
        compile: @escaping @Sendable () throws -> any PreparedKernel,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        let isAdded = CompilationThread.shared.add { [self] in
            do {
                let kernel = try compile()
                result.withLock { $0 = kernel }
            } catch {
                report(error)
            }
        }
        if !isAdded { report(CompilationError.failed("no thread could be started, or the process is exiting")) }
    }
}
