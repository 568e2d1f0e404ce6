/// Scalar arguments, one array per kernel parameter in order (empty for images). All are floats, whatever the
/// parameter's type; `KernelParameterType` states how they convert to ints and bools.
package struct KernelArguments: Sendable, Hashable {
    /// Components of each parameter's argument.
    package var components: [[Float]]

    /// Creates arguments from their components.
    package init(components: [[Float]]) { self.components = components }
}
