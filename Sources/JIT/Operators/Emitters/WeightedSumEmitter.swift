/// Weighted sums of pixels at the same distances from every pixel of a row, for convolutions along columns, along rows
/// and over windows.
///
/// `output[x] = bias + Σ weights[t] · input[x + offsets[t]]` over floats x, added in the order of the taps.
struct WeightedSumEmitter {
    let emitter: OperatorEmitter
    /// Whether sums are stored as half floats, 0 for NaN.
    var storesHalves = false

    /// Arguments: input, byte offsets (i64) and weights of the taps, number of taps (at least 1), output, number of
    /// floats (a multiple of four), bias.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafePointer<Int>, UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int, Float
        ) -> Void
    static let name = "weighted_sum"
    static let halfName = "weighted_sum_half"

    /// The function's text.
    var definition: String {
        let blocks = emitter.blocks([emitter.accumulators, emitter.accumulators / 2, 1])
        var result = """
            define void @\(storesHalves ? Self.halfName : Self.name)(ptr %input, ptr %offsets, ptr %weights, i64 %taps, ptr %output, i64 %count, float %bias) #0 {
            entry:

            """
        for width in Set(blocks.map(\.width)).sorted() { result += emitter.splat("%bias\(width)", "%bias", width) }
        return result + emitter.loops(over: blocks, exit: "store", body: body) + "}\n"
    }

    /// Emits the sums of one block.
    private func body(_ block: OperatorEmitter.Block) -> String {
        let (name, width) = (block.name, block.width)
        let type = emitter.floats(width)
        let indices = 0..<block.count
        var result = """
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
        result += emitter.splat("%\(name).factor", "%\(name).weight", width)
        for index in indices {
            result += """
                  %\(name).place\(index) = getelementptr float, ptr %\(name).row, i64 \(index * width)
                  %\(name).pixel\(index) = load \(type), ptr %\(name).place\(index), align 4

                """
            result += emitter.multiplyAdd(
                "%\(name).more\(index)", "%\(name).pixel\(index)", "%\(name).factor", "%\(name).sum\(index)", width)
        }
        result += """
              %\(name).t.next = add i64 %\(name).t, 1
              %\(name).isLast = icmp eq i64 %\(name).t.next, %taps
              br i1 %\(name).isLast, label %\(name).store, label %\(name).tap
            \(name).store:
              %\(name).target = getelementptr \(storesHalves ? "half" : "float"), ptr %output, i64 %\(name).x

            """
        for index in indices { result += stored("%\(name).more\(index)", "%\(name).target", index * width, width) }
        return result
    }

    /// Emits the storing of sums behind a number of others.
    private func stored(_ sums: String, _ target: String, _ offset: Int, _ width: Int) -> String {
        let type = emitter.floats(width)
        guard storesHalves else {
            return """
                  \(sums).target = getelementptr float, ptr \(target), i64 \(offset)
                  store \(type) \(sums), ptr \(sums).target, align 4

                """
        }
        return """
              \(sums).target = getelementptr half, ptr \(target), i64 \(offset)
              \(sums).isNumber = fcmp ord \(type) \(sums), zeroinitializer
              \(sums).number = select <\(width) x i1> \(sums).isNumber, \(type) \(sums), \(type) zeroinitializer
              \(sums).half = fptrunc \(type) \(sums).number to <\(width) x half>
              store <\(width) x half> \(sums).half, ptr \(sums).target, align 2

            """
    }
}
