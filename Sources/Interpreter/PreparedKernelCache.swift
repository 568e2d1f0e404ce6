import KernelLanguage

/// A cache of decoded kernels that evicts its oldest entry when it is full.
struct PreparedKernelCache {
    private var kernels: [ProgramKey: InterpretedKernel] = [:]
    private var order: [ProgramKey] = []
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the kernel prepared for a program, if cached.
    subscript(key: ProgramKey) -> InterpretedKernel? { kernels[key] }

    mutating func insert(_ kernel: InterpretedKernel, for key: ProgramKey) {
        if kernels.updateValue(kernel, forKey: key) != nil { return }
        order.append(key)
        if order.count > capacity { kernels[order.removeFirst()] = nil }
    }
}
