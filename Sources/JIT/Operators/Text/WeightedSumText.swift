/// Weighted sums of pixels at the same distances from every pixel of a row, for convolutions along columns, along rows
/// and over windows.
///
/// `output[x] = bias + Σ weights[t] · input[x + offsets[t]]` over floats x, added in the order of the taps.
struct WeightedSumText {
    let text: OperatorText

    /// Arguments: input, byte offsets (i64) and weights of the taps, number of taps (at least 1), output, number of
    /// floats (a multiple of four), bias.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafePointer<Int>, UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int, Float
        ) -> Void
    static let name = "weighted_sum"

    /// The function's text.
    var definition: String {
        let parts = blocks
        var result = """
            define void @\(Self.name)(ptr %input, ptr %offsets, ptr %weights, i64 %taps, ptr %output, i64 %count, float %bias) #0 {
            entry:

            """
        for width in Set(parts.map(\.width)).sorted() { result += text.splat("%bias\(width)", "%bias", width) }
        result += "  br label %\(parts[0].name)\n"
        for (index, part) in parts.enumerated() {
            result += loop(
                part, before: index == 0 ? nil : parts[index - 1],
                after: index + 1 < parts.count ? parts[index + 1].name : "end")
        }
        return result + "end:\n  ret void\n}\n"
    }

    /// A loop over blocks of `count` vectors of `width` floats.
    private struct Block {
        let name: String
        let width: Int
        let count: Int
    }

    private var blocks: [Block] {
        let full = text.accumulators
        var result = [full, full / 2, 1].map { Block(name: "by\($0)", width: text.lanes, count: $0) }
        if text.lanes > 4 { result.append(Block(name: "pixel", width: 4, count: 1)) }
        return result
    }

    private func loop(_ block: Block, before: Block?, after: String) -> String {
        let (name, width) = (block.name, block.width)
        let type = text.floats(width)
        let indices = 0..<block.count
        let start = before.map { "[%\($0.name).x, %\($0.name)]" } ?? "[0, %entry]"
        var result = """
            \(name):
              %\(name).x = phi i64 \(start), [%\(name).next, %\(name).store]
              %\(name).next = add i64 %\(name).x, \(width * block.count)
              %\(name).fits = icmp sle i64 %\(name).next, %count
              br i1 %\(name).fits, label %\(name).body, label %\(after)
            \(name).body:
              %\(name).place = getelementptr float, ptr %input, i64 %\(name).x
              br label %\(name).tap
            \(name).tap:
              %\(name).t = phi i64 [0, %\(name).body], [%\(name).t.next, %\(name).tap]

            """
        for index in indices {
            result += "  %\(name).sum\(index) = phi \(type) [%bias\(width), %\(name).body], "
            result += "[%\(name).more\(index), %\(name).tap]\n"
        }
        result += """
              %\(name).offset.place = getelementptr i64, ptr %offsets, i64 %\(name).t
              %\(name).offset = load i64, ptr %\(name).offset.place
              %\(name).weight.place = getelementptr float, ptr %weights, i64 %\(name).t
              %\(name).weight = load float, ptr %\(name).weight.place
              %\(name).row = getelementptr i8, ptr %\(name).place, i64 %\(name).offset

            """
        result += text.splat("%\(name).factor", "%\(name).weight", width)
        for index in indices {
            result += """
                  %\(name).place\(index) = getelementptr float, ptr %\(name).row, i64 \(index * width)
                  %\(name).pixel\(index) = load \(type), ptr %\(name).place\(index), align 4

                """
            result += text.multiplyAdd(
                "%\(name).more\(index)", "%\(name).pixel\(index)", "%\(name).factor", "%\(name).sum\(index)", width)
        }
        result += """
              %\(name).t.next = add i64 %\(name).t, 1
              %\(name).isLast = icmp eq i64 %\(name).t.next, %taps
              br i1 %\(name).isLast, label %\(name).store, label %\(name).tap
            \(name).store:
              %\(name).target = getelementptr float, ptr %output, i64 %\(name).x

            """
        for index in indices {
            result += """
                  %\(name).target\(index) = getelementptr float, ptr %\(name).target, i64 \(index * width)
                  store \(type) %\(name).more\(index), ptr %\(name).target\(index), align 4

                """
        }
        return result + "  br label %\(name)\n"
    }
}
