import JIT

/// Small modules in LLVM's notation, written by hand.
enum GeneratedText {
    /// `kernel` adds a constant table's entries to 16 floats that its argument points to, and returns 7.
    static func addition(
        of addend: String = "1.0", attributes: String = TargetProcessor.current.functionAttributes
    ) -> String {
        """
        @table = private unnamed_addr constant [4 x float] [float \(addend), float 2.0, float 3.0, float 4.0], align 16
        define internal <16 x float> @spread(<4 x float> %v) #0 noinline {
          %w = shufflevector <4 x float> %v, <4 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
          ret <16 x float> %w
        }
        define i32 @kernel(ptr %frame) #0 {
          %t = load <4 x float>, ptr @table, align 16
          %w = call <16 x float> @spread(<4 x float> %t)
          %a = load <16 x float>, ptr %frame, align 4
          %b = fadd <16 x float> %a, %w
          store <16 x float> %b, ptr %frame, align 4
          ret i32 7
        }
        attributes #0 = { \(attributes) }
        """
    }
}
