/// The compositing operators of Porter and Duff ("Compositing Digital Images", 1984), and operations on single
/// components. All of them compute with premultiplied colour.
extension CIBlendKernel {
    /// A kernel that gives transparent black.
    public class var clear: CIBlendKernel { BlendKernels.clear }
    /// A kernel that gives the foreground alone.
    public class var source: CIBlendKernel { BlendKernels.source }
    /// A kernel that gives the background alone.
    public class var destination: CIBlendKernel { BlendKernels.destination }
    /// A kernel that puts the foreground over the background.
    public class var sourceOver: CIBlendKernel { SourceOverCompositing.kernel }
    /// A kernel that puts the background over the foreground.
    public class var destinationOver: CIBlendKernel { BlendKernels.destinationOver }
    /// A kernel that gives the foreground inside the background's shape: `f · b.a`.
    public class var sourceIn: CIBlendKernel { SourceInCompositing.kernel }
    /// A kernel that gives the background inside the foreground's shape: `b · f.a`.
    public class var destinationIn: CIBlendKernel { BlendKernels.destinationIn }
    /// A kernel that gives the foreground outside the background's shape: `f · (1 − b.a)`.
    public class var sourceOut: CIBlendKernel { SourceOutCompositing.kernel }
    /// A kernel that gives the background outside the foreground's shape: `b · (1 − f.a)`.
    public class var destinationOut: CIBlendKernel { BlendKernels.destinationOut }
    /// A kernel that puts the foreground over the background, inside the background's shape.
    public class var sourceAtop: CIBlendKernel { SourceAtopCompositing.kernel }
    /// A kernel that puts the background over the foreground, inside the foreground's shape.
    public class var destinationAtop: CIBlendKernel { BlendKernels.destinationAtop }
    /// A kernel that gives each image outside the other's shape.
    public class var exclusiveOr: CIBlendKernel { BlendKernels.exclusiveOr }
    /// A kernel that adds each component, including alpha, without a limit.
    public class var componentAdd: CIBlendKernel { BlendKernels.componentAdd }
    /// A kernel that multiplies each component, including alpha.
    public class var componentMultiply: CIBlendKernel { MultiplyCompositing.kernel }
    /// A kernel that takes the smaller value of each component, including alpha.
    public class var componentMin: CIBlendKernel { MinimumCompositing.kernel }
    /// A kernel that takes the larger value of each component, including alpha.
    public class var componentMax: CIBlendKernel { MaximumCompositing.kernel }
}

/// The kernels without a filter. Each is compiled when it is first used.
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
