import CoreImage
import Rendering
import SystemResources

/// What a command's options say about rendering.
struct RenderingSettings {
    /// Most memory for pixels, of all pictures together; nil for what suits the machine.
    var memory: MemorySize?
    /// The longest that a rendering may take, in seconds; nil for what suits the recipe.
    var deadline: Double?
    /// Threads of a rendering; nil for as many as there are cores.
    var threads: Int?

    /// A context for one picture.
    func context() throws -> CIContext { try CIContext(checking: options) }

    /// A context for many different pictures, `jobs` at a time: nothing of one serves the next.
    func context(jobs: Int) throws -> CIContext {
        var options = options
        if let memory {
            options[.memoryTarget] = Double(memory.bytes / jobs) / 1_048_576
        } else if jobs > 1 {
            // Together no more than one alone may have. A number holds for strangers' recipes too, which must not get
            // more than by default.
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
