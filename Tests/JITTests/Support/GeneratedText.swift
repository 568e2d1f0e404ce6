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

    /// `kernel` copies the first 5000 bytes that its argument points to behind them, and then sets the first 4000 to 9.
    static func largeCopies(attributes: String = TargetProcessor.current.functionAttributes) -> String {
        """
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
        define i32 @kernel(ptr %frame) #0 {
          %to = getelementptr i8, ptr %frame, i64 5000
          call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %frame, i64 5000, i1 false)
          call void @llvm.memset.p0.i64(ptr %frame, i8 9, i64 4000, i1 false)
          ret i32 0
        }
        attributes #0 = { \(attributes) }
        """
    }

    /// `kernel` replaces the number that its argument points to by one from a jump table. If the number isn't in the
    /// table, it stores the address of `memcpy` after 8 bytes. It calls one of two functions in a table of addresses.
    static func tables(attributes: String = TargetProcessor.current.functionAttributes) -> String {
        let cases = (0..<12).map { "i32 \($0), label %c\($0)" }.joined(separator: " ")
        let blocks = (0..<12).map { "c\($0):\n  store volatile i32 \($0 * $0 + 3), ptr %frame\n  br label %end" }
            .joined(separator: "\n")
        return """
            @functions = internal constant [2 x ptr] [ptr @even, ptr @odd]
            declare ptr @memcpy(ptr, ptr, i64)
            define internal i32 @even(ptr %p) noinline { ret i32 100 }
            define internal i32 @odd(ptr %p) noinline { ret i32 101 }
            define i32 @kernel(ptr %frame) #0 {
            entry:
              %which = load i32, ptr %frame
              switch i32 %which, label %other [ \(cases) ]
            \(blocks)
            other:
              store volatile i32 -1, ptr %frame
              br label %end
            end:
              %index = and i32 %which, 1
              %slot = getelementptr [2 x ptr], ptr @functions, i32 0, i32 %index
              %function = load ptr, ptr %slot
              %result = call i32 %function(ptr %frame)
              %isOther = icmp ugt i32 %which, 11
              %copy = select i1 %isOther, ptr @memcpy, ptr null
              %place = getelementptr i8, ptr %frame, i64 8
              store ptr %copy, ptr %place
              ret i32 %result
            }
            attributes #0 = { \(attributes) }
            """
    }
}
