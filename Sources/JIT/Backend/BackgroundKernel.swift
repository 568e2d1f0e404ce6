import Dispatch
import ImageGraph
import Pixels
import Synchronization

/// A kernel that is interpreted until its code is ready. Both give the same pixels, so that the change may come between two tiles.
final class BackgroundKernel: PreparedKernel {
    private let current: Mutex<any PreparedKernel>

    /// Starts to compile. `report` hears why there will be no code, if so.
    init(
        interim: any PreparedKernel, compile: @escaping @Sendable () throws -> any PreparedKernel,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        current = Mutex(interim)
        DispatchQueue.global(qos: .utility).async { [weak self] in
            // Nobody wants the code of a kernel that was forgotten meanwhile, but the cache on disk does.
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
