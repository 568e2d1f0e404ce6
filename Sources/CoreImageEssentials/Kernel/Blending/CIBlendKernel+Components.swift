/// Operations on each component of premultiplied colours, alpha included.
extension CIBlendKernel {
    /// A kernel that adds each component, including alpha, without a limit.
    public static let componentAdd = compositing("componentAdd", "f + b")

    /// A kernel that multiplies each component, including alpha.
    public static let componentMultiply = CIBlendKernel(
        """
        kernel vec4 multiply(__sample image, __sample background) { return image * background; }
        """)

    /// A kernel that takes the smaller value of each component, including alpha.
    public static let componentMin = CIBlendKernel(
        """
        kernel vec4 minimum(__sample image, __sample background) { return min(image, background); }
        """)

    /// A kernel that takes the larger value of each component, including alpha.
    public static let componentMax = CIBlendKernel(
        """
        kernel vec4 maximum(__sample image, __sample background) { return max(image, background); }
        """)
}
