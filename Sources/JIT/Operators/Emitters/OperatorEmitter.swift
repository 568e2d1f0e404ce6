/// Emits the parts that the functions of operators share.
///
/// Pixels are four adjacent floats, so a vector of 16 lanes contains four pixels. Every component of a pixel is
/// computed by the same chain of operations, both in a full vector and at the end of a row, so that results don't
/// depend on the region.
struct OperatorEmitter {
    let instructions: any ProcessorInstructions

    /// Number of floats in the processor's vectors.
    var lanes: Int { instructions.registerLanes }

    /// Number of sums that are kept in registers.
    var accumulators: Int { instructions.accumulators }

    /// Returns a vector type.
    func floats(_ count: Int) -> String { "<\(count) x float>" }

    /// Emits `result = factor · other + sum` for vectors of `count` floats.
    func multiplyAdd(_ result: String, _ factor: String, _ other: String, _ sum: String, _ count: Int) -> String {
        let type = floats(count)
        if instructions.hasFusedMultiply {
            return
                "  \(result) = call \(type) @llvm.fma.v\(count)f32(\(type) \(factor), \(type) \(other), \(type) \(sum))\n"
        }
        return "  \(result).product = fmul \(type) \(factor), \(other)\n"
            + "  \(result) = fadd \(type) \(result).product, \(sum)\n"
    }

    /// Emits `result`, a vector with `value` in each of `count` lanes.
    func splat(_ result: String, _ value: String, _ count: Int, type: String = "float") -> String {
        """
          \(result).first = insertelement <\(count) x \(type)> poison, \(type) \(value), i64 0
          \(result) = shufflevector <\(count) x \(type)> \(result).first, <\(count) x \(type)> poison, <\(count) x i32> zeroinitializer

        """
    }

    /// Returns the number of components in the processor's vectors.
    func lanes(of component: OperatorComponent) -> Int { component == .float ? lanes : 4 * lanes }

    /// A loop over blocks of `count` vectors of `width` components.
    struct Block {
        let name: String
        let width: Int
        let count: Int
    }

    /// Returns blocks of the given numbers of full vectors, and a block of one pixel for the end of a row. Vectors of
    /// more than four pixels are followed by one of four.
    func blocks(_ counts: [Int], of component: OperatorComponent = .float) -> [Block] {
        let lanes = lanes(of: component)
        var blocks = counts.map { Block(name: "by\($0)", width: lanes, count: $0) }
        if lanes > 16 { blocks.append(Block(name: "four", width: 16, count: 1)) }
        if lanes > 4 { blocks.append(Block(name: "pixel", width: 4, count: 1)) }
        return blocks
    }

    /// Emits loops over the blocks, one loop after the other, each repeated while its block fits into the rest of
    /// `%count` components. Follows the label `entry`. `body` must end in the basic block `exit`, from which a branch
    /// back to the loop is added.
    func loops(over blocks: [Block], exit: String, body: (Block) -> String) -> String {
        var result = "  br label %\(blocks[0].name)\n"
        for (index, block) in blocks.enumerated() {
            let name = block.name
            let start = index == 0 ? "[0, %entry]" : "[%\(blocks[index - 1].name).x, %\(blocks[index - 1].name)]"
            let after = index + 1 < blocks.count ? blocks[index + 1].name : "end"
            result += """
                \(name):
                  %\(name).x = phi i64 \(start), [%\(name).next, %\(name).\(exit)]
                  %\(name).next = add i64 %\(name).x, \(block.width * block.count)
                  %\(name).fits = icmp sle i64 %\(name).next, %count
                  br i1 %\(name).fits, label %\(name).body, label %\(after)
                \(name).body:

                """
            result += body(block) + "  br label %\(name)\n"
        }
        return result + "end:\n  ret void\n"
    }

    /// Declarations of the intrinsics that a module of operators may need.
    var declarations: String {
        [4, 8, lanes, 16].reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
            .map { "declare \(floats($0)) @llvm.fma.v\($0)f32(\(floats($0)), \(floats($0)), \(floats($0)))" }
            .joined(separator: "\n") + "\ndeclare void @llvm.prefetch.p0(ptr, i32, i32, i32)\n"
    }
}
