import KernelLanguage

extension Program {
    /// Whether the inputs can supply the kernel's parameters: as many, in the same order, each of a class that suits
    /// its parameter. The image that a warp kernel samples is not a parameter; it is the first image among the inputs.
    package func takes(_ inputs: [InputDescription]) -> Bool {
        var rest = inputs
        if kind == .warp {
            guard let image = rest.firstIndex(where: { $0.className == "CIImage" }) else { return false }
            rest.remove(at: image)
        }
        return rest.count == parameters.count
            && zip(rest, parameters).allSatisfy { $1.type.inputClasses.contains($0.className) }
    }
}
