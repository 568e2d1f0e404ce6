import KernelLanguage
import Pixels

/// A kernel that returns one colour everywhere, so that constants can be fused into other kernels.
enum ConstantKernel {
    /// Returns the kernel applied to a colour.
    static func application(_ color: GraphColor) -> KernelApplication {
        KernelApplication(program: program, arguments: [.color(color)]) { _, _ in .null }
    }

    private static let program: Program = {
        let span = SourceSpan(start: 0, end: 0)
        let colors = (0..<4).map { Register($0) }
        return Program(
            name: "colour", kind: .color, parameters: [KernelParameter(name: "color", type: .color, span: span)],
            registers: colors.map { _ in RegisterInfo(type: .float, isUniform: true, isVariable: false) },
            prologue: colors.map {
                Instruction(.argument(parameter: 0, component: $0.index), [], to: [$0], span: span)
            },
            body: [], outputs: colors, span: span, source: KernelSource(text: "", file: "<colour>"))
    }()
}
