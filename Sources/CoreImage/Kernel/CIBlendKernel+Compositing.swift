/// The operators of Porter and Duff ("Compositing Digital Images", 1984), and operations on single components. All compute with
/// premultiplied colour. Those that have a filter share its kernel.
extension CIBlendKernel {
    /// Nothing.
    public class var clear: CIBlendKernel { BlendKernels.clear }
    /// The foreground alone.
    public class var source: CIBlendKernel { BlendKernels.source }
    /// The background alone.
    public class var destination: CIBlendKernel { BlendKernels.destination }
    /// The foreground over the background.
    public class var sourceOver: CIBlendKernel { SourceOverCompositing.kernel }
    /// The background over the foreground.
    public class var destinationOver: CIBlendKernel { BlendKernels.destinationOver }
    /// The foreground where the background is.
    public class var sourceIn: CIBlendKernel { SourceInCompositing.kernel }
    /// The background where the foreground is.
    public class var destinationIn: CIBlendKernel { BlendKernels.destinationIn }
    /// The foreground where the background isn't.
    public class var sourceOut: CIBlendKernel { SourceOutCompositing.kernel }
    /// The background where the foreground isn't.
    public class var destinationOut: CIBlendKernel { BlendKernels.destinationOut }
    /// The foreground where the background is, over the background.
    public class var sourceAtop: CIBlendKernel { SourceAtopCompositing.kernel }
    /// The background where the foreground is, over the foreground.
    public class var destinationAtop: CIBlendKernel { BlendKernels.destinationAtop }
    /// Each where the other isn't.
    public class var exclusiveOr: CIBlendKernel { BlendKernels.exclusiveOr }
    /// The sum of each component, alpha included; not limited.
    public class var componentAdd: CIBlendKernel { BlendKernels.componentAdd }
    /// The product of each component, alpha included.
    public class var componentMultiply: CIBlendKernel { MultiplyCompositing.kernel }
    /// The smaller of each component, alpha included.
    public class var componentMin: CIBlendKernel { MinimumCompositing.kernel }
    /// The larger of each component, alpha included.
    public class var componentMax: CIBlendKernel { MaximumCompositing.kernel }
}

/// The kernels that no filter has, compiled when they are first used.
private enum BlendKernels {
    static let clear = kernel("clear", "vec4(0.0)")
    static let source = kernel("source", "f")
    static let destination = kernel("destination", "b")
    static let destinationOver = kernel("destinationOver", "b + f * (1.0 - b.a)")
    static let destinationIn = kernel("destinationIn", "b * f.a")
    static let destinationOut = kernel("destinationOut", "b * (1.0 - f.a)")
    static let destinationAtop = kernel("destinationAtop", "b * f.a + f * (1.0 - b.a)")
    static let exclusiveOr = kernel("exclusiveOr", "f * (1.0 - b.a) + b * (1.0 - f.a)")
    static let componentAdd = kernel("componentAdd", "f + b")

    private static func kernel(_ name: String, _ result: String) -> CIBlendKernel {
        CIBlendKernel("kernel vec4 \(name)(__sample f, __sample b) { return \(result); }")
    }
}
