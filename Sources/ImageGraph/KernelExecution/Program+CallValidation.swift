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
        for index in parameters.indices {
            let (expected, given) = (parameters[index].type.componentCount, arguments.components[index].count)
            guard expected == given else {
                throw .argumentMismatch(
                    kernel: name, parameter: parameters[index].name, expected: expected, given: given)
            }
        }
        guard images.count == samplerCount else {
            throw .countMismatch(kernel: name, what: "images", expected: samplerCount, given: images.count)
        }
    }
}
