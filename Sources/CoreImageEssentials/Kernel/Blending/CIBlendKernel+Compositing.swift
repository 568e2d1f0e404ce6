/// The operators of Porter and Duff ("Compositing Digital Images", 1984), on premultiplied colours.
extension CIBlendKernel {
    /// A kernel that gives transparent black.
    public static let clear = compositing("clear", "vec4(0.0)")

    /// A kernel that gives the foreground alone.
    public static let source = compositing("source", "f")

    /// A kernel that gives the background alone.
    public static let destination = compositing("destination", "b")

    /// A kernel that puts the foreground over the background.
    public static let sourceOver = CIBlendKernel(
        """
        kernel vec4 sourceOver(__sample image, __sample background) { return image + background * (1.0 - image.a); }
        """)

    /// A kernel that puts the background over the foreground.
    public static let destinationOver = compositing("destinationOver", "b + f * (1.0 - b.a)")

    /// A kernel that gives the foreground inside the background's shape: `f · b.a`.
    public static let sourceIn = CIBlendKernel(
        """
        kernel vec4 sourceIn(__sample image, __sample background) { return image * background.a; }
        """)

    /// A kernel that gives the background inside the foreground's shape: `b · f.a`.
    public static let destinationIn = compositing("destinationIn", "b * f.a")

    /// A kernel that gives the foreground outside the background's shape: `f · (1 − b.a)`.
    public static let sourceOut = CIBlendKernel(
        """
        kernel vec4 sourceOut(__sample image, __sample background) { return image * (1.0 - background.a); }
        """)

    /// A kernel that gives the background outside the foreground's shape: `b · (1 − f.a)`.
    public static let destinationOut = compositing("destinationOut", "b * (1.0 - f.a)")

    /// A kernel that puts the foreground over the background, inside the background's shape.
    public static let sourceAtop = CIBlendKernel(
        """
        kernel vec4 sourceAtop(__sample image, __sample background) {
            return image * background.a + background * (1.0 - image.a);
        }
        """)

    /// A kernel that puts the background over the foreground, inside the foreground's shape.
    public static let destinationAtop = compositing("destinationAtop", "b * f.a + f * (1.0 - b.a)")

    /// A kernel that gives each image outside the other's shape.
    public static let exclusiveOr = compositing("exclusiveOr", "f * (1.0 - b.a) + b * (1.0 - f.a)")

    /// The kernel that computes `result` from the samples `f`, the foreground, and `b`, the background.
    static func compositing(_ name: String, _ result: String) -> CIBlendKernel {
        CIBlendKernel("kernel vec4 \(name)(__sample f, __sample b) { return \(result); }")
    }
}
