/// What the text of a kernel that computes one pixel a call is compiled for.
///
/// The texts for both targets differ in the entry point only: its calling convention, and where the numbers of the
/// pixel come from. Memory outside the function is in address space 1, which is global memory on NVIDIA's devices and
/// all memory on processors.
package enum DeviceCodeTarget: Sendable, Hashable {
    /// A CUDA device. Each thread of a two-dimensional grid computes the pixel that its numbers in the grid state.
    case cuda
    /// The processor of this process. The kernel is a function of three arguments: the address of the parameter block,
    /// and the pixel's column and row as 32-bit integers. Tests run it, so that the text is checked without a device.
    case processor

    /// Returns the definition of the entry point `kernel`, which calls the function `pixel`, and the declarations of
    /// what it needs.
    func entryPoint() -> (definition: String, declarations: Set<String>) {
        let writer = FunctionWriter(lanes: 1)
        let (start, column, row) =
            switch self {
            case .cuda: ("define ptx_kernel void @kernel(\(Self.block))", number("x", writer), number("y", writer))
            case .processor:
                ("define void @kernel(\(Self.block), i32 %columnNumber, i32 %rowNumber)", "%columnNumber", "%rowNumber")
            }
        writer.line("call void @pixel(\(Self.block), i32 \(column), i32 \(row))")
        writer.end("ret void")
        return ("\(start) #0 {\n\(writer.text)}\n", writer.declarations)
    }

    /// The parameter with the address of the parameter block.
    static let block = "ptr addrspace(1) noalias nocapture readonly %block"

    /// Emits a thread's number in one dimension of the grid.
    private func number(_ dimension: String, _ writer: FunctionWriter) -> String {
        func register(_ name: String) -> String {
            writer.call("llvm.nvvm.read.ptx.sreg.\(name).\(dimension)", "i32", [])
        }
        let (block, size, thread) = (register("ctaid"), register("ntid"), register("tid"))
        let start = writer.value("mul i32 \(block), \(size)")
        return writer.value("add i32 \(start), \(thread)")
    }
}
