import Dispatch
import ImageGraph
import Pixels
import Synchronization

/// A kernel that is interpreted until its code is compiled. Both give the same pixels, so the switch may occur between
/// two tiles.
final class BackgroundKernel: PreparedKernel {
    private let current: Mutex<any PreparedKernel>

    /// Starts compilation in the background. `report` is called with the error if it fails.
    init(
        interim: any PreparedKernel, compile: @escaping @Sendable () throws -> any PreparedKernel,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        current = Mutex(interim)
        DispatchQueue.global(qos: .utility).async { [weak self] in
            // Compile even if the kernel is released in the meantime, because the code is also stored in the disk
            // cache.
            do {
                let kernel = try compile()
                self?.current.withLock { $0 = kernel }
            } catch {
                report(error)
            }
        }
    }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        let kernel = current.withLock { $0 }
        try kernel.run(arguments: arguments, images: images, region: region, output: output)
    }
}
