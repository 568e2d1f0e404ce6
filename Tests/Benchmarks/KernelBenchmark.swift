import Dispatch
import Foundation
import ImageGraph
import Interpreter
import JIT
import KernelLanguage
import Pixels
import Synchronization

/// A kernel that is applied to a whole picture, in strips of rows.
struct KernelBenchmark {
    let name: String
    let program: Program
    let arguments: [[Float]]

    private static let tile = 256
    private static let interpreter = InterpreterBackend()
    private static let jit = JITBackend(interpreter: interpreter)

    /// Returns the backend with this name, `interpreter` or `JIT`.
    static func backend(named name: String) throws -> any KernelBackend {
        switch name {
        case "interpreter": interpreter
        case "JIT": jit
        default: throw UnknownBackend(name: name)
        }
    }

    private struct UnknownBackend: Error, CustomStringConvertible {
        var name: String
        var description: String { "there is no back end \(name); name interpreter or JIT" }
    }

    /// The elapsed time in seconds, and the processor time of all threads in seconds, which depends less on the load of
    /// the machine.
    struct Time {
        var wall: Double
        var processor: Double
    }

    /// Returns the median times of rendering the picture into memory that has been written before.
    func median(
        of count: Int, picture: Raster, threads: Int, backend: any KernelBackend
    ) throws -> Time {
        let kernel = try backend.prepare(program)
        let output = Raster(bounds: picture.bounds)
        let binding = SamplerBinding(raster: picture, extent: picture.bounds.cgRect)
        let images = Array(repeating: binding, count: program.samplerCount)
        let rows = (picture.bounds.height + Self.tile - 1) / Self.tile
        let components = KernelArguments(components: arguments)
        var times: [Time] = []
        for _ in 0..<count {
            let next = Atomic(0)
            let failure = Mutex<(any Error)?>(nil)
            let (start, processorStart) = (DispatchTime.now().uptimeNanoseconds, clock())
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                while true {
                    let row = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard row < rows else { return }
                    let y = row * Self.tile
                    let region = PixelRect(
                        x: 0, y: y, width: picture.bounds.width, height: min(Self.tile, picture.bounds.height - y))
                    do {
                        try kernel.run(arguments: components, images: images, region: region, output: output)
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
            }
            let wall = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            times.append(Time(wall: wall, processor: Double(clock() - processorStart) / Double(CLOCKS_PER_SEC)))
            if let error = failure.withLock({ $0 }) { throw error }
        }
        let middle = times.count / 2
        return Time(wall: times.map(\.wall).sorted()[middle], processor: times.map(\.processor).sorted()[middle])
    }
}
