import CoreImage
import Pixels
import Rendering
import SystemResources

/// The rendering options of a command.
package struct RenderingSettings: Sendable {
    /// The maximum memory for pixels of all pictures together. Nil for a default that depends on the machine.
    private let memory: MemorySize?
    /// The maximum duration of a rendering in seconds. Nil for a default that depends on the recipe.
    private let deadline: Double?
    /// The number of threads of a rendering. Nil for the number of cores.
    private let threads: Int?

    package init(memory: MemorySize? = nil, deadline: Double? = nil, threads: Int? = nil) {
        (self.memory, self.deadline, self.threads) = (memory, deadline, threads)
    }

    /// Returns a context for one picture.
    ///
    /// - Parameter colorSpace: The output space. Nil for the default, sRGB.
    func context(colorSpace: CGColorSpace? = nil) throws -> CIContext {
        var options = options
        if let colorSpace { options[.outputColorSpace] = colorSpace }
        return try CIContext(checking: options)
    }

    /// Returns a context for many different pictures, `jobs` at a time. Intermediates aren't cached, because no picture
    /// reuses those of another.
    package func context(jobs: Int) throws -> CIContext {
        var options = options
        if let memory {
            options[.memoryTarget] = Double(memory.bytes / jobs) / 1_048_576
        } else if jobs > 1 {
            // All jobs together get no more memory than a single one. An explicit target also applies to untrusted
            // recipes, so it must not exceed their default.
            let bytes = min(SystemMemory.available / 2 / jobs, UntrustedRendering.memory)
            options[.memoryTarget] = Double(bytes) / 1_048_576
        }
        options[.cacheIntermediates] = false
        return try CIContext(checking: options)
    }

    private var options: [CIContextOption: Any] {
        var options: [CIContextOption: Any] = [:]
        if let memory { options[.memoryTarget] = Double(memory.bytes) / 1_048_576 }
        if let deadline { options[.renderingDeadline] = deadline }
        if let threads { options[.threadCount] = threads }
        return options
    }
}
