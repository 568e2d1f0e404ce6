/// Functions that compute sums, extremes and counts of a rectangle of pixels.
///
/// Eight pixels at a time are added to eight separate sums, and the remaining pixels of a row to a ninth. The order
/// depends only on the rectangle's size.
struct ReductionEmitter {
    let emitter: OperatorEmitter

    /// The results that are computed for each component: one, or two that are stored one after the other.
    enum Kind: String, CaseIterable {
        case sum, minimum, maximum, extremes, sumAndMaximum

        fileprivate var parts: [Part] {
            switch self {
            case .sum: [.sum]
            case .minimum: [.minimum]
            case .maximum: [.maximum]
            case .extremes: [.minimum, .maximum]
            case .sumAndMaximum: [.sum, .maximum]
            }
        }
    }

    fileprivate enum Part {
        /// Sums in double precision: four doubles.
        case sum
        /// Minima: four floats.
        case minimum
        /// Maxima: four floats.
        case maximum

        var element: String { self == .sum ? "double" : "float" }
        var resultBytes: Int { self == .sum ? 32 : 16 }
    }

    /// Arguments: pixels, bytes from row to row, columns, rows, result.
    typealias Function =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer) -> Void
    /// Arguments: pixels, bytes from row to row, columns, rows, counts, number of bins.
    ///
    /// The counts are four 32-bit integers per bin, first those of all even columns, then those of the odd ones.
    /// Neighbouring pixels are often alike, and loading a count right after storing it would stall.
    typealias HistogramFunction =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer, Float) -> Void

    static func name(_ kind: Kind) -> String { "reduce_\(kind.rawValue)" }
    /// A function of the same type that adds the pixels of each column to four doubles per column.
    static let columnsName = "reduce_columns"
    static let histogramName = "reduce_histogram"

    /// The text of all functions.
    var definitions: String { Kind.allCases.map(definition).joined(separator: "\n") + columns + histogram }

    private func start(_ kind: Part, _ count: Int) -> String {
        switch kind {
        case .sum: return "zeroinitializer"
        case .minimum, .maximum:
            let infinity = kind == .minimum ? "0x7FF0000000000000" : "0xFFF0000000000000"
            return "<" + Array(repeating: "float \(infinity)", count: count).joined(separator: ", ") + ">"
        }
    }

    /// Emits `result`, which is `sum` updated by `pixel`, a vector of `count` floats. NaN leaves extremes unchanged.
    private func step(_ kind: Part, _ result: String, _ pixel: String, _ sum: String, _ count: Int) -> String {
        let floats = emitter.floats(count)
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

    /// Emits `result`, the combination of two partial results.
    private func join(_ kind: Part, _ result: String, _ a: String, _ b: String, _ count: Int) -> String {
        if kind == .sum { return "  \(result) = fadd <\(count) x double> \(a), \(b)\n" }
        return step(kind, result, a, b, count)
    }

    private func definition(_ kind: Kind) -> String {
        let parts = Array(kind.parts.enumerated())
        func each(_ text: (Int, Part) -> String) -> String { parts.map { text($0.offset, $0.element) }.joined() }
        func phi(_ name: String, _ count: Int, _ part: Part, _ first: String, _ second: String) -> String {
            "  \(name) = phi <\(count) x \(part.element)> [\(first)], [\(second)]\n"
        }
        var result = """
            define void @\(Self.name(kind))(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
            entry:
              %isEmpty = icmp sle i64 %height, 0
              br i1 %isEmpty, label %end, label %row
            row:
              %y = phi i64 [0, %entry], [%y.next, %row.end]
              %line = phi ptr [%input, %entry], [%line.next, %row.end]

            """
        result += each {
            phi("%wide\($0).before", 32, $1, "\(start($1, 32)), %entry", "%wide\($0), %row.end")
                + phi("%one\($0).before", 4, $1, "\(start($1, 4)), %entry", "%one\($0), %row.end")
        }
        result += """
              br label %many
            many:
              %x = phi i64 [0, %row], [%x.next, %many.body]

            """
        result += each { phi("%wide\($0)", 32, $1, "%wide\($0).before, %row", "%wide\($0).more, %many.body") }
        result += """
              %x.next = add i64 %x, 8
              %fits = icmp sle i64 %x.next, %width
              br i1 %fits, label %many.body, label %few
            many.body:
              %place = getelementptr <4 x float>, ptr %line, i64 %x
              %pixels = load <32 x float>, ptr %place, align 4

            """
        result += each { step($1, "%wide\($0).more", "%pixels", "%wide\($0)", 32) }
        result += """
              br label %many
            few:
              %x.few = phi i64 [%x, %many], [%x.few.next, %few.body]

            """
        result += each { phi("%one\($0)", 4, $1, "%one\($0).before, %many", "%one\($0).more, %few.body") }
        result += """
              %x.few.next = add i64 %x.few, 1
              %few.fits = icmp slt i64 %x.few, %width
              br i1 %few.fits, label %few.body, label %row.end
            few.body:
              %few.place = getelementptr <4 x float>, ptr %line, i64 %x.few
              %few.pixel = load <4 x float>, ptr %few.place, align 4

            """
        result += each { step($1, "%one\($0).more", "%few.pixel", "%one\($0)", 4) }
        result += """
              br label %few
            row.end:
              %y.next = add i64 %y, 1
              %line.next = getelementptr i8, ptr %line, i64 %stride
              %isLast = icmp eq i64 %y.next, %height
              br i1 %isLast, label %finish, label %row
            finish:

            """
        var place = 0
        for (index, part) in parts {
            result += finish(part, index, at: place)
            place += part.resultBytes
        }
        return result + "  br label %end\nend:\n  ret void\n}\n"
    }

    /// Combines the partial results, and stores the total at the byte offset `place` of the result.
    private func finish(_ part: Part, _ index: Int, at place: Int) -> String {
        var (result, whole) = ("", "%wide\(index)")
        for count in [16, 8, 4] {
            func half(_ start: Int) -> String {
                "<\(count) x i32> <" + (start..<start + count).map { "i32 \($0)" }.joined(separator: ", ") + ">"
            }
            let vector = "<\(2 * count) x \(part.element)>"
            let (low, high) = ("%low\(index).\(count)", "%high\(index).\(count)")
            result += """
                  \(low) = shufflevector \(vector) \(whole), \(vector) poison, \(half(0))
                  \(high) = shufflevector \(vector) \(whole), \(vector) poison, \(half(count))

                """
            whole = "%all\(index).\(count)"
            result += join(part, whole, low, high, count)
        }
        result += join(part, "%total\(index)", whole, "%one\(index)", 4)
        return result + "  %target\(index) = getelementptr i8, ptr %result, i64 \(place)\n"
            + "  store <4 x \(part.element)> %total\(index), ptr %target\(index), align 4\n"
    }

    /// The text of the function for columns. It processes eight columns at a time, then single columns, each from row
    /// to row.
    private var columns: String {
        var result = """

            define void @\(Self.columnsName)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
            entry:
              %isEmpty = icmp sle i64 %height, 0
              br i1 %isEmpty, label %end, label %many

            """
        for (name, start, count, after) in [("many", "0, %entry", 8, "few"), ("few", "%many.x, %many", 1, "end")] {
            let (floats, doubles) = ("<\(4 * count) x float>", "<\(4 * count) x double>")
            result += """
                \(name):
                  %\(name).x = phi i64 [\(start)], [%\(name).next, %\(name).store]
                  %\(name).next = add i64 %\(name).x, \(count)
                  %\(name).fits = icmp sle i64 %\(name).next, %width
                  br i1 %\(name).fits, label %\(name).body, label %\(after)
                \(name).body:
                  %\(name).top = getelementptr <4 x float>, ptr %input, i64 %\(name).x
                  %\(name).target = getelementptr <4 x double>, ptr %result, i64 %\(name).x
                  %\(name).start = load \(doubles), ptr %\(name).target, align 8
                  br label %\(name).row
                \(name).row:
                  %\(name).y = phi i64 [0, %\(name).body], [%\(name).y.next, %\(name).row]
                  %\(name).line = phi ptr [%\(name).top, %\(name).body], [%\(name).line.next, %\(name).row]
                  %\(name).sum = phi \(doubles) [%\(name).start, %\(name).body], [%\(name).more, %\(name).row]
                  %\(name).pixels = load \(floats), ptr %\(name).line, align 4
                  %\(name).values = fpext \(floats) %\(name).pixels to \(doubles)
                  %\(name).more = fadd \(doubles) %\(name).sum, %\(name).values
                  %\(name).y.next = add i64 %\(name).y, 1
                  %\(name).line.next = getelementptr i8, ptr %\(name).line, i64 %stride
                  %\(name).isLast = icmp eq i64 %\(name).y.next, %height
                  br i1 %\(name).isLast, label %\(name).store, label %\(name).row
                \(name).store:
                  store \(doubles) %\(name).more, ptr %\(name).target, align 8
                  br label %\(name)

                """
        }
        return result + "end:\n  ret void\n}\n"
    }

    private var histogram: String {
        var result = """

            define void @\(Self.histogramName)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %counts, float %bins) #0 {
            entry:
              %last.bin = fsub float %bins, 1.0
              %count = fptosi float %bins to i64

            """
        result += emitter.splat("%factor", "%bins", 4) + emitter.splat("%last", "%last.bin", 4)
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
              %isOdd = and i64 %x, 1
              %first = mul i64 %isOdd, %count
              %own = getelementptr [4 x i32], ptr %counts, i64 %first

            """
        for component in 0..<4 {
            let name = "%c\(component)"
            result += """
                  \(name).bin = extractelement <4 x i32> %index, i64 \(component)
                  \(name).place = getelementptr [4 x i32], ptr %own, i32 \(name).bin, i64 \(component)
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
