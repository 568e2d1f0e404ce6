import KernelLanguage
import Pixels

extension Program {
    /// Checks a call of this program: the numbers of arguments and images, and that the region is inside the output.
    package func validateCall(
        _ arguments: KernelArguments, _ images: [SamplerBinding], _ region: PixelRect, _ output: PixelView
    ) throws(KernelRunError) {
        guard output.bounds.contains(region) else { throw .regionOutsideOutput(kernel: name) }
        guard arguments.components.count == parameters.count else {
            throw .countMismatch(
                kernel: name, what: "arguments", expected: parameters.count, given: arguments.components.count)
        }
        for (parameter, components) in zip(parameters, arguments.components)
        where components.count != parameter.type.componentCount {
            throw .argumentMismatch(
                kernel: name, parameter: parameter.name, expected: parameter.type.componentCount,
                given: components.count)
        }
        guard images.count == samplerCount else {
            throw .countMismatch(kernel: name, what: "images", expected: samplerCount, given: images.count)
        }
    }
}
