import ImageGraph
import Pixels
import Synchronization

/// A kernel that is interpreted, or runs code of the baseline tier, until its code is compiled. Both give the same
/// pixels, so the switch may occur between two tiles.
final class BackgroundKernel: PreparedKernel {
    private let compilation: BackgroundCompilation
    /// The kernel that runs until the compilation is over. Nil after that, so that its memory isn't kept.
    private let interim: Mutex<(any PreparedKernel)?>

    init(interim: any PreparedKernel, compilation: BackgroundCompilation) {
        self.interim = Mutex(interim)
        self.compilation = compilation
    }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        try kernel.run(arguments: arguments, images: images, region: region, output: output)
    }

    private var kernel: any PreparedKernel {
        if let compiled = compilation.kernel {
            interim.withLock { $0 = nil }
            return compiled
        }
        // A compiled kernel stays, so there is one if another thread has just found it.
        return interim.withLock { $0 } ?? compilation.kernel!
    }
}
