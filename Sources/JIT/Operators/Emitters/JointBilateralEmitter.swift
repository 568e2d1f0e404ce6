/// Pixels of a small image, averaged with weights that depend on distances and on differences of lumas.
///
/// Each step computes the weights of four rows of four pixels, and adds the products of each row. At the end, the sums
/// of four columns are added as (first + third) + (second + fourth), and divided by the sum of the weights.
struct JointBilateralEmitter {
    let emitter: OperatorEmitter

    /// Arguments: pixels, lumas, number of pixels of their rows, row weights (16 floats for four rows: each weight four
    /// times), number of groups of four rows (at least 1), lines (pairs of i32: first column, number of steps, at least
    /// 1), column weights (four floats for each step), number of their steps for each output pixel, output lumas (the
    /// first of four floats), numbers (spatial weight at the end, falloff of lumas as a power of 2), number of output
    /// pixels (at least 1), output.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafePointer<Float>, Int, UnsafePointer<Float>, Int, UnsafeRawPointer,
            UnsafeRawPointer, Int, UnsafeRawPointer, UnsafePointer<Float>, Int, UnsafeMutableRawPointer
        ) -> Void
    static let name = "joint_bilateral"

    private static let group = "<16 x float>"

    /// The function's text.
    var definition: String {
        """
        define void @\(Self.name)(ptr %pixels, ptr %lumas, i64 %stride, ptr %upwards, i64 %groups, ptr %lines, ptr %across, i64 %steps, ptr %levels, ptr %numbers, i64 %count, ptr %output) #0 {
        entry:
          %end.value = load float, ptr %numbers
        \(emitter.splat("%end", "%end.value", 16))  %falloff.place = getelementptr float, ptr %numbers, i64 1
          %falloff.value = load float, ptr %falloff.place
        \(emitter.splat("%falloff", "%falloff.value", 16))  %height = mul i64 %stride, 4
          br label %pixel
        pixel:
          %x = phi i64 [0, %entry], [%x.next, %mean]
          %line = getelementptr {i32, i32}, ptr %lines, i64 %x
          %first.short = load i32, ptr %line
          %first = sext i32 %first.short to i64
          %length.place = getelementptr i8, ptr %line, i64 4
          %length.short = load i32, ptr %length.place
          %length = sext i32 %length.short to i64
          %level.place = getelementptr <4 x float>, ptr %levels, i64 %x
          %level.value = load float, ptr %level.place
        \(emitter.splat("%level", "%level.value", 16))  %weights.first = mul i64 %x, %steps
          %weights = getelementptr <4 x float>, ptr %across, i64 %weights.first
          br label %rows
        rows:
          %g = phi i64 [0, %pixel], [%g.next, %rows.end]
          %rows.sum = phi \(Self.group) [zeroinitializer, %pixel], [%sum.3, %rows.end]
          %rows.total = phi \(Self.group) [zeroinitializer, %pixel], [%total.more, %rows.end]
          %rows.offset = mul i64 %g, %height
          %start = add i64 %rows.offset, %first
          %shares.place = getelementptr \(Self.group), ptr %upwards, i64 %g
          %shares = load \(Self.group), ptr %shares.place, align 4
          br label %step
        step:
          %t = phi i64 [0, %rows], [%t.next, %step]
          %sum = phi \(Self.group) [%rows.sum, %rows], [%sum.3, %step]
          %total = phi \(Self.group) [%rows.total, %rows], [%total.more, %step]
          %column = shl i64 %t, 2
          %offset.0 = add i64 %start, %column
        \(lumas)\(weight)  %total.more = fadd \(Self.group) %total, %weight
        \(sums)  %t.next = add i64 %t, 1
          %isMore = icmp slt i64 %t.next, %length
          br i1 %isMore, label %step, label %rows.end
        rows.end:
          %g.next = add i64 %g, 1
          %areMoreRows = icmp slt i64 %g.next, %groups
          br i1 %areMoreRows, label %rows, label %mean
        mean:
        \(folded("sum", "sum.3"))\(folded("whole", "total.more"))  %whole.0 = extractelement <4 x float> %whole.four, i64 0
          %whole.1 = extractelement <4 x float> %whole.four, i64 1
          %whole.2 = extractelement <4 x float> %whole.four, i64 2
          %whole.3 = extractelement <4 x float> %whole.four, i64 3
          %whole.even = fadd float %whole.0, %whole.2
          %whole.odd = fadd float %whole.1, %whole.3
          %whole = fadd float %whole.even, %whole.odd
          %isPositive = fcmp ogt float %whole, 0.0
        \(emitter.splat("%whole.all", "%whole", 4))  %quotient = fdiv <4 x float> %sum.four, %whole.all
          %value = select i1 %isPositive, <4 x float> %quotient, <4 x float> zeroinitializer
          %target = getelementptr <4 x float>, ptr %output, i64 %x
          store <4 x float> %value, ptr %target, align 4
          %x.next = add i64 %x, 1
          %isEnd = icmp sge i64 %x.next, %count
          br i1 %isEnd, label %end.all, label %pixel
        end.all:
          ret void
        }

        """
    }

    /// Loads `%luma`: four lumas of each of four rows.
    private var lumas: String {
        var result = ""
        for row in 0..<4 {
            if row > 0 { result += "  %offset.\(row) = add i64 %offset.\(row - 1), %stride\n" }
            result += """
                  %luma.\(row).place = getelementptr float, ptr %lumas, i64 %offset.\(row)
                  %luma.\(row) = load <4 x float>, ptr %luma.\(row).place, align 4

                """
        }
        return result + """
              %luma.low = shufflevector <4 x float> %luma.0, <4 x float> %luma.1, <8 x i32> \(Self.indices(0..<8))
              %luma.high = shufflevector <4 x float> %luma.2, <4 x float> %luma.3, <8 x i32> \(Self.indices(0..<8))
              %luma = shufflevector <8 x float> %luma.low, <8 x float> %luma.high, <16 x i32> \(Self.indices(0..<16))

            """
    }

    /// Computes `%weight` as the portable code does, with the same series for powers of 2.
    private var weight: String {
        let (group, integers) = (Self.group, "<16 x i32>")
        // Adding this number rounds to whole numbers, which are then the lowest bits.
        let whole = 0x1.8p23 as Float
        let coefficients: [Float] = [
            0.000_154_035_3, 0.001_333_355_8, 0.009_618_129, 0.055_504_11, 0.240_226_5, 0.693_147_2, 1,
        ]
        var series = ""
        for (index, coefficient) in coefficients.enumerated().dropFirst() {
            let value = index == 1 ? Self.all(coefficients[0]) : "%series.\(index - 1)"
            series += emitter.multiplyAdd("%series.\(index)", value, "%rest", Self.all(coefficient), 16)
        }
        return """
              %across.place = getelementptr <4 x float>, ptr %weights, i64 %t
              %across.four = load <4 x float>, ptr %across.place, align 4
              %across.all = shufflevector <4 x float> %across.four, <4 x float> poison, <16 x i32> \(Self.indices((0..<16).map { $0 % 4 }))
              %product = fmul \(group) %across.all, %shares
              %inside = fsub \(group) %product, %end
            \(raised("%near", "%inside", to: 0))  %difference = fsub \(group) %luma, %level
              %square = fmul \(group) %difference, %difference
              %exponent = fmul \(group) %square, %falloff
            \(raised("%limited", "%exponent", to: -126))  %rounded = fadd \(group) %limited, \(Self.all(whole))
              %whole.part = fsub \(group) %rounded, \(Self.all(whole))
              %rest = fsub \(group) %limited, %whole.part
            \(series)  %bits = bitcast \(group) %rounded to \(integers)
              %biased = add \(integers) %bits, \(Self.all(127 - Int32(bitPattern: whole.bitPattern)))
              %shifted = shl \(integers) %biased, \(Self.all(Int32(23)))
              %power = bitcast \(integers) %shifted to \(group)
              %alike.exact = fmul \(group) %series.6, %power
            \(raised("%alike", "%alike.exact", to: 1e-12))  %weight = fmul \(group) %near, %alike

            """
    }

    /// Adds the products of the pixels of each row to `%sum`. A pixel of weight 0 may be anything.
    private var sums: String {
        (0..<4).map { row in
            let places = Self.indices((0..<16).map { 4 * row + $0 / 4 })
            let sum = row == 0 ? "%sum" : "%sum.\(row - 1)"
            return """
                  %weight.\(row) = shufflevector \(Self.group) %weight, \(Self.group) poison, <16 x i32> \(places)
                  %counts.\(row) = fcmp ogt \(Self.group) %weight.\(row), zeroinitializer
                  %pixels.\(row).place = getelementptr <4 x float>, ptr %pixels, i64 %offset.\(row)
                  %pixels.\(row).all = load \(Self.group), ptr %pixels.\(row).place, align 4
                  %pixels.\(row) = select <16 x i1> %counts.\(row), \(Self.group) %pixels.\(row).all, \(Self.group) zeroinitializer
                \(emitter.multiplyAdd("%sum.\(row)", "%pixels.\(row)", "%weight.\(row)", sum, 16))
                """
        }.joined()
    }

    /// Adds the four quarters of a vector: `%name.four`.
    private func folded(_ name: String, _ vector: String) -> String {
        """
          %\(name).low = shufflevector \(Self.group) %\(vector), \(Self.group) poison, <8 x i32> \(Self.indices(0..<8))
          %\(name).high = shufflevector \(Self.group) %\(vector), \(Self.group) poison, <8 x i32> \(Self.indices(8..<16))
          %\(name).halves = fadd <8 x float> %\(name).low, %\(name).high
          %\(name).left = shufflevector <8 x float> %\(name).halves, <8 x float> poison, <4 x i32> \(Self.indices(0..<4))
          %\(name).right = shufflevector <8 x float> %\(name).halves, <8 x float> poison, <4 x i32> \(Self.indices(4..<8))
          %\(name).four = fadd <4 x float> %\(name).left, %\(name).right

        """
    }

    /// Emits `result`, the elements that are greater than `least`, and `least` instead of all others and of NaN.
    private func raised(_ result: String, _ value: String, to least: Float) -> String {
        """
          \(result).isAbove = fcmp ogt \(Self.group) \(value), \(Self.all(least))
          \(result) = select <16 x i1> \(result).isAbove, \(Self.group) \(value), \(Self.group) \(Self.all(least))

        """
    }

    private static func indices(_ places: some Sequence<Int>) -> String {
        "<" + places.map { "i32 \($0)" }.joined(separator: ", ") + ">"
    }

    /// Returns a vector of 16 equal numbers. LLVM's text has floats as the bits of doubles.
    private static func all(_ number: Float) -> String {
        let digits = String(Double(number).bitPattern, radix: 16, uppercase: true)
        let text = "0x" + String(repeating: "0", count: 16 - digits.count) + digits
        return "<" + Array(repeating: "float \(text)", count: 16).joined(separator: ", ") + ">"
    }

    private static func all(_ number: Int32) -> String {
        "<" + Array(repeating: "i32 \(number)", count: 16).joined(separator: ", ") + ">"
    }
}
