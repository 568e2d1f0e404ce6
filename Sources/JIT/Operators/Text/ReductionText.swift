/// Sums, extremes and counts of a rectangle of pixels.
///
/// Eight pixels are added to sums of their own at a time, and the rest of a row one by one; the order depends on the rectangle alone.
struct ReductionText {
    let text: OperatorText

    /// What is made of the values of each component.
    enum Kind: String, CaseIterable {
        /// Sums in double precision: four doubles.
        case sum
        /// Smallest values: four floats.
        case minimum
        /// Largest values: four floats.
        case maximum
    }

    /// Signature: pixels, bytes from row to row, columns, rows, result.
    typealias Function =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer) -> Void
    /// Signature: pixels, bytes from row to row, columns, rows, counts (four 32-bit numbers for each bin), number of bins.
    typealias HistogramFunction =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer, Float) -> Void

    static func name(_ kind: Kind) -> String { "reduce_\(kind.rawValue)" }
    static let histogramName = "reduce_histogram"

    /// All functions.
    var definitions: String { Kind.allCases.map(definition).joined(separator: "\n") + histogram }

    private func element(_ kind: Kind) -> String { kind == .sum ? "double" : "float" }

    private func start(_ kind: Kind, _ count: Int) -> String {
        switch kind {
        case .sum: return "zeroinitializer"
        case .minimum, .maximum:
            let infinity = kind == .minimum ? "0x7FF0000000000000" : "0xFFF0000000000000"
            return "<" + Array(repeating: "float \(infinity)", count: count).joined(separator: ", ") + ">"
        }
    }

    /// `result` is `sum` with one more `pixel` of `count` floats; values that aren't numbers leave extremes as they are.
    private func step(_ kind: Kind, _ result: String, _ pixel: String, _ sum: String, _ count: Int) -> String {
        let floats = text.floats(count)
        if kind == .sum {
            return """
                  \(result).value = fpext \(floats) \(pixel) to <\(count) x double>
                  \(result) = fadd <\(count) x double> \(sum), \(result).value

                """
        }
        return """
              \(result).isBeyond = fcmp \(kind == .minimum ? "olt" : "ogt") \(floats) \(pixel), \(sum)
              \(result) = select <\(count) x i1> \(result).isBeyond, \(floats) \(pixel), \(floats) \(sum)

            """
    }

    /// `result` is what two partial results make together.
    private func join(_ kind: Kind, _ result: String, _ a: String, _ b: String, _ count: Int) -> String {
        if kind == .sum { return "  \(result) = fadd <\(count) x double> \(a), \(b)\n" }
        return step(kind, result, a, b, count)
    }

    private func definition(_ kind: Kind) -> String {
        let element = element(kind)
        let (wide, pixel) = ("<32 x \(element)>", "<4 x \(element)>")
        var result = """
            define void @\(Self.name(kind))(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
            entry:
              %isEmpty = icmp sle i64 %height, 0
              br i1 %isEmpty, label %end, label %row
            row:
              %y = phi i64 [0, %entry], [%y.next, %row.end]
              %line = phi ptr [%input, %entry], [%line.next, %row.end]
              %wide.before = phi \(wide) [\(start(kind, 32)), %entry], [%wide, %row.end]
              %one.before = phi \(pixel) [\(start(kind, 4)), %entry], [%one, %row.end]
              br label %many
            many:
              %x = phi i64 [0, %row], [%x.next, %many.body]
              %wide = phi \(wide) [%wide.before, %row], [%wide.more, %many.body]
              %x.next = add i64 %x, 8
              %fits = icmp sle i64 %x.next, %width
              br i1 %fits, label %many.body, label %few
            many.body:
              %place = getelementptr <4 x float>, ptr %line, i64 %x
              %pixels = load <32 x float>, ptr %place, align 4

            """
        result += step(kind, "%wide.more", "%pixels", "%wide", 32)
        result += """
              br label %many
            few:
              %x.few = phi i64 [%x, %many], [%x.few.next, %few.body]
              %one = phi \(pixel) [%one.before, %many], [%one.more, %few.body]
              %x.few.next = add i64 %x.few, 1
              %few.fits = icmp slt i64 %x.few, %width
              br i1 %few.fits, label %few.body, label %row.end
            few.body:
              %few.place = getelementptr <4 x float>, ptr %line, i64 %x.few
              %few.pixel = load <4 x float>, ptr %few.place, align 4

            """
        result += step(kind, "%one.more", "%few.pixel", "%one", 4)
        result += """
              br label %few
            row.end:
              %y.next = add i64 %y, 1
              %line.next = getelementptr i8, ptr %line, i64 %stride
              %isLast = icmp eq i64 %y.next, %height
              br i1 %isLast, label %finish, label %row
            finish:

            """
        var whole = "%wide"
        for count in [16, 8, 4] {
            func half(_ start: Int) -> String {
                "<\(count) x i32> <" + (start..<start + count).map { "i32 \($0)" }.joined(separator: ", ") + ">"
            }
            let vector = "<\(2 * count) x \(element)>"
            result += """
                  %low\(count) = shufflevector \(vector) \(whole), \(vector) poison, \(half(0))
                  %high\(count) = shufflevector \(vector) \(whole), \(vector) poison, \(half(count))

                """
            result += join(kind, "%all\(count)", "%low\(count)", "%high\(count)", count)
            whole = "%all\(count)"
        }
        result += join(kind, "%total", "%all4", "%one", 4)
        return result + "  store \(pixel) %total, ptr %result, align 4\n  br label %end\nend:\n  ret void\n}\n"
    }

    private var histogram: String {
        var result = """

            define void @\(Self.histogramName)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %counts, float %bins) #0 {
            entry:
              %last.bin = fsub float %bins, 1.0

            """
        result += text.splat("%factor", "%bins", 4) + text.splat("%last", "%last.bin", 4)
        result += """
              %hasRows = icmp sgt i64 %height, 0
              %hasColumns = icmp sgt i64 %width, 0
              %hasPixels = and i1 %hasRows, %hasColumns
              br i1 %hasPixels, label %row, label %end
            row:
              %y = phi i64 [0, %entry], [%y.next, %row.end]
              %line = phi ptr [%input, %entry], [%line.next, %row.end]
              br label %pixel
            pixel:
              %x = phi i64 [0, %row], [%x.next, %pixel]
              %place = getelementptr <4 x float>, ptr %line, i64 %x
              %value = load <4 x float>, ptr %place, align 4
              %isPositive = fcmp ogt <4 x float> %value, zeroinitializer
              %scaled = fmul <4 x float> %value, %factor
              %positive = select <4 x i1> %isPositive, <4 x float> %scaled, <4 x float> zeroinitializer
              %isBeyond = fcmp ogt <4 x float> %positive, %last
              %bin = select <4 x i1> %isBeyond, <4 x float> %last, <4 x float> %positive
              %index = fptosi <4 x float> %bin to <4 x i32>

            """
        for component in 0..<4 {
            let name = "%c\(component)"
            result += """
                  \(name).bin = extractelement <4 x i32> %index, i64 \(component)
                  \(name).place = getelementptr [4 x i32], ptr %counts, i32 \(name).bin, i64 \(component)
                  \(name).count = load i32, ptr \(name).place
                  \(name).more = add i32 \(name).count, 1
                  store i32 \(name).more, ptr \(name).place

                """
        }
        return result + """
              %x.next = add i64 %x, 1
              %isLastColumn = icmp eq i64 %x.next, %width
              br i1 %isLastColumn, label %row.end, label %pixel
            row.end:
              %y.next = add i64 %y, 1
              %line.next = getelementptr i8, ptr %line, i64 %stride
              %isLast = icmp eq i64 %y.next, %height
              br i1 %isLast, label %end, label %row
            end:
              ret void
            }

            """
    }
}
