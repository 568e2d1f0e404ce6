/// Sets alpha to 1 and leaves the premultiplied colour as it is.
enum OpaqueAlpha {
    static let kernel = CIColorKernel(
        """
        kernel vec4 opaqueAlpha(__sample s) { return vec4(s.rgb, 1.0); }
        """)
}
