/// Functions that compute sums, extremes and counts of a rectangle of pixels.
///
/// Several pixels at a time are added to separate sums, and the remaining pixels of a row to one more. The order
/// depends only on the rectangle's size. Bytes are summed as 32-bit integers, so a rectangle of bytes may have 2²⁴
/// pixels; long runs of them are first summed as 16-bit integers, see `ByteSumRun`.
struct ReductionEmitter {
    let emitter: OperatorEmitter
    let component: OperatorComponent

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
        /// Sums: four doubles, or for bytes four 32-bit integers.
        case sum
        /// Minima: four components.
        case minimum
        /// Maxima: four components.
        case maximum

        func element(_ component: OperatorComponent) -> String {
            self != .sum ? component.type : component == .float ? "double" : "i32"
        }
        func resultBytes(_ component: OperatorComponent) -> Int {
            switch component {
            case .float: self == .sum ? 32 : 16
            case .byte: self == .sum ? 16 : 4
            }
        }
    }

    /// Arguments: pixels, bytes from row to row, columns, rows, result.
    typealias Function =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer) -> Void
    /// Arguments: pixels, bytes from row to row, columns, rows, counts, number of bins.
    ///
    /// The counts are four 32-bit integers per bin, in `histogramTables` tables of all bins and `histogramGap` more:
    /// one for every fourth column. Neighbouring pixels are often alike, and loading a count right after storing it
    /// would stall, or after storing one whose address has the same low bits.
    typealias HistogramFunction =
        @convention(c) (UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer, Float) -> Void

    func name(_ kind: Kind) -> String { "reduce_\(kind.rawValue)_\(component.rawValue)" }
    /// A function of the same type that adds the pixels of each column to four doubles per column, or for bytes to four
    /// 32-bit integers.
    var columnsName: String { "reduce_columns_\(component.rawValue)" }
    /// The function that counts floats.
    static let histogramName = "reduce_histogram"
    /// The number of tables in which it counts, a power of two.
    static let histogramTables = 4
    /// The number of bins between tables.
    static let histogramGap = 5

    /// The text of all functions.
    var definitions: String {
        Kind.allCases.map(definition).joined(separator: "\n") + columns
            + (component == .float ? histogram : byteSums.declaration + "\n")
    }

    private var byteSums: ByteSumRun { ByteSumRun(width: wide, prefetchedBytes: Self.prefetchedBytes) }

    /// Number of components that are loaded at a time.
    private var wide: Int { component == .float ? 32 : max(32, emitter.lanes(of: .byte)) }
    private var alignment: Int { component == .float ? 4 : 1 }
    /// Distance of the pixels that are prefetched. The processor's own prefetching ends at each small page of memory.
    private static let prefetchedBytes = 4096

    private func start(_ kind: Part, _ count: Int) -> String {
        let value: String
        switch (kind, component) {
        case (.sum, _), (.maximum, .byte): return "zeroinitializer"
        case (.minimum, .byte): value = "i8 -1"
        case (.minimum, .float): value = "float 0x7FF0000000000000"
        case (.maximum, .float): value = "float 0xFFF0000000000000"
        }
        return "<" + Array(repeating: value, count: count).joined(separator: ", ") + ">"
    }

    /// Emits `result`, which is `sum` updated by `pixel`, a vector of `count` components. NaN leaves extremes
    /// unchanged.
    private func step(_ kind: Part, _ result: String, _ pixel: String, _ sum: String, _ count: Int) -> String {
        let type = component.vector(count)
        if kind == .sum {
            let extended = component == .float ? "fpext" : "zext"
            return "  \(result).value = \(extended) \(type) \(pixel) to <\(count) x \(kind.element(component))>\n"
                + join(kind, result, sum, "\(result).value", count)
        }
        let comparison =
            switch component {
            case .float: kind == .minimum ? "fcmp olt" : "fcmp ogt"
            case .byte: kind == .minimum ? "icmp ult" : "icmp ugt"
            }
        return """
              \(result).isBeyond = \(comparison) \(type) \(pixel), \(sum)
              \(result) = select <\(count) x i1> \(result).isBeyond, \(type) \(pixel), \(type) \(sum)

            """
    }

    /// Emits `result`, the combination of two partial results.
    private func join(_ kind: Part, _ result: String, _ a: String, _ b: String, _ count: Int) -> String {
        if kind == .sum {
            let addition = component == .float ? "fadd" : "add"
            return "  \(result) = \(addition) <\(count) x \(kind.element(component))> \(a), \(b)\n"
        }
        return step(kind, result, a, b, count)
    }

    private func definition(_ kind: Kind) -> String {
        let parts = Array(kind.parts.enumerated())
        let run = kind == .sum && component == .byte ? byteSums : nil
        func each(_ text: (Int, Part) -> String) -> String { parts.map { text($0.offset, $0.element) }.joined() }
        func phi(_ name: String, _ count: Int, _ part: Part, _ first: String, _ second: String) -> String {
            "  \(name) = phi <\(count) x \(part.element(component))> [\(first)], [\(second)]\n"
        }
        var result = """
            define void @\(name(kind))(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
            entry:
              %isEmpty = icmp sle i64 %height, 0
              br i1 %isEmpty, label %end, label %row
            row:
              %y = phi i64 [0, %entry], [%y.next, %row.end]
              %line = phi ptr [%input, %entry], [%line.next, %row.end]

            """
        result += each {
            phi("%wide\($0).before", wide, $1, "\(start($1, wide)), %entry", "%wide\($0), %row.end")
                + phi("%one\($0).before", 4, $1, "\(start($1, 4)), %entry", "%one\($0), %row.end")
        }
        if let run {
            result += run.atRow(first: "entry", next: "row.end") + "  br label %run\n"
            result += run.loop(after: "row", before: "many")
        } else {
            result += "  br label %many\n"
        }
        let (before, first) = run == nil ? ("row", "0") : ("run", "%run.x")
        result += """
            many:
              %x = phi i64 [\(first), %\(before)], [%x.next, %many.body]

            """
        result += each {
            phi("%wide\($0)", wide, $1, "%wide\($0).before, %\(before)", "%wide\($0).more, %many.body")
        }
        result += """
              %x.next = add i64 %x, \(wide / 4)
              %fits = icmp sle i64 %x.next, %width
              br i1 %fits, label %many.body, label %few
            many.body:
              %place = getelementptr \(component.vector(4)), ptr %line, i64 %x
              %ahead = getelementptr i8, ptr %place, i64 \(Self.prefetchedBytes)
              call void @llvm.prefetch.p0(ptr %ahead, i32 0, i32 3, i32 1)
              %pixels = load \(component.vector(wide)), ptr %place, align \(alignment)

            """
        result += each { step($1, "%wide\($0).more", "%pixels", "%wide\($0)", wide) }
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
              %few.place = getelementptr \(component.vector(4)), ptr %line, i64 %x.few
              %few.pixel = load \(component.vector(4)), ptr %few.place, align \(alignment)

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
            result += finish(part, index, at: place, adding: run)
            place += part.resultBytes(component)
        }
        return result + "  br label %end\nend:\n  ret void\n}\n"
    }

    /// Combines the partial results, and stores the total at the byte offset `place` of the result.
    private func finish(_ part: Part, _ index: Int, at place: Int, adding run: ByteSumRun?) -> String {
        var (result, whole) = ("", "%wide\(index)")
        for count in [32, 16, 8, 4] where count < wide {
            func half(_ start: Int) -> String {
                "<\(count) x i32> <" + (start..<start + count).map { "i32 \($0)" }.joined(separator: ", ") + ">"
            }
            let vector = "<\(2 * count) x \(part.element(component))>"
            let (low, high) = ("%low\(index).\(count)", "%high\(index).\(count)")
            result += """
                  \(low) = shufflevector \(vector) \(whole), \(vector) poison, \(half(0))
                  \(high) = shufflevector \(vector) \(whole), \(vector) poison, \(half(count))

                """
            whole = "%all\(index).\(count)"
            result += join(part, whole, low, high, count)
        }
        if let run {
            result += join(part, "%short\(index)", whole, "%one\(index)", 4)
            result += run.total("%total\(index)", adding: "%short\(index)")
        } else {
            result += join(part, "%total\(index)", whole, "%one\(index)", 4)
        }
        return result + "  %target\(index) = getelementptr i8, ptr %result, i64 \(place)\n"
            + "  store <4 x \(part.element(component))> %total\(index), ptr %target\(index), align \(alignment)\n"
    }

    /// The text of the function for columns.
    private var columns: String {
        switch component {
        case .byte:
            return ByteColumnSums(width: wide, name: columnsName)
                .definition(few: columns("few", from: "0, %narrow", count: 1, next: "end"))
        case .float:
            // Eight columns at a time, then single columns, each from row to row.
            return """

                define void @\(columnsName)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
                entry:
                  %isEmpty = icmp sle i64 %height, 0
                  br i1 %isEmpty, label %end, label %many
                \(columns("many", from: "0, %entry", count: wide / 4, next: "few"))
                \(columns("few", from: "%many.x, %many", count: 1, next: "end"))
                end:
                  ret void
                }

                """
        }
    }

    /// Emits a loop over some columns at a time, as long as there are so many.
    private func columns(_ name: String, from start: String, count: Int, next: String) -> String {
        let element = Part.sum.element(component)
        let (extended, addition) = component == .float ? ("fpext", "fadd") : ("zext", "add")
        let (values, sums) = (component.vector(4 * count), "<\(4 * count) x \(element)>")
        return """
            \(name):
              %\(name).x = phi i64 [\(start)], [%\(name).next, %\(name).store]
              %\(name).next = add i64 %\(name).x, \(count)
              %\(name).fits = icmp sle i64 %\(name).next, %width
              br i1 %\(name).fits, label %\(name).body, label %\(next)
            \(name).body:
              %\(name).top = getelementptr \(component.vector(4)), ptr %input, i64 %\(name).x
              %\(name).target = getelementptr <4 x \(element)>, ptr %result, i64 %\(name).x
              %\(name).start = load \(sums), ptr %\(name).target, align 4
              br label %\(name).row
            \(name).row:
              %\(name).y = phi i64 [0, %\(name).body], [%\(name).y.next, %\(name).row]
              %\(name).line = phi ptr [%\(name).top, %\(name).body], [%\(name).line.next, %\(name).row]
              %\(name).sum = phi \(sums) [%\(name).start, %\(name).body], [%\(name).more, %\(name).row]
              %\(name).pixels = load \(values), ptr %\(name).line, align \(alignment)
              %\(name).values = \(extended) \(values) %\(name).pixels to \(sums)
              %\(name).more = \(addition) \(sums) %\(name).sum, %\(name).values
              %\(name).y.next = add i64 %\(name).y, 1
              %\(name).line.next = getelementptr i8, ptr %\(name).line, i64 %stride
              %\(name).isLast = icmp eq i64 %\(name).y.next, %height
              br i1 %\(name).isLast, label %\(name).store, label %\(name).row
            \(name).store:
              store \(sums) %\(name).more, ptr %\(name).target, align 4
              br label %\(name)

            """
    }

    private var histogram: String {
        // Numbers of 32 bits are distances from the first count.
        let (tables, count) = (Self.histogramTables, 4 * Self.histogramTables)
        var result = """

            define void @\(Self.histogramName)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %counts, float %bins) #0 {
            entry:
              %indices = alloca [\(count) x i32], align 64
              %last.bin = fsub float %bins, 1.0
              %bin.count = fptosi float %bins to i32
              %table.bins = add i32 %bin.count, \(Self.histogramGap)
              %table.size = shl i32 %table.bins, 2

            """
        for width in [4, count] {
            result += emitter.splat("%factor\(width)", "%bins", width)
            result += emitter.splat("%last\(width)", "%last.bin", width)
        }
        result += emitter.splat("%sizes", "%table.size", count, type: "i32")
        let numbers = (0..<count).map { "i32 \($0 / 4)" }.joined(separator: ", ")
        let components = (0..<count).map { "i32 \($0 % 4)" }.joined(separator: ", ")
        result += """
              %tables = mul <\(count) x i32> %sizes, <\(numbers)>
              %starts\(count) = add <\(count) x i32> %tables, <\(components)>
              %hasRows = icmp sgt i64 %height, 0
              %hasColumns = icmp sgt i64 %width, 0
              %hasPixels = and i1 %hasRows, %hasColumns
              br i1 %hasPixels, label %row, label %end
            row:
              %y = phi i64 [0, %entry], [%y.next, %row.end]
              %line = phi ptr [%input, %entry], [%line.next, %row.end]
              br label %many
            many:
              %x = phi i64 [0, %row], [%x.next, %many.body]
              %x.next = add i64 %x, \(tables)
              %fits = icmp sle i64 %x.next, %width
              br i1 %fits, label %many.body, label %few
            many.body:

            """
        result += counted("many", "%x", starts: "%starts\(count)", count)
        result += """
              br label %many
            few:
              %x.few = phi i64 [%x, %many], [%x.few.next, %few.body]
              %x.few.next = add i64 %x.few, 1
              %few.fits = icmp slt i64 %x.few, %width
              br i1 %few.fits, label %few.body, label %row.end
            few.body:

            """
        result += counted("few", "%x.few", starts: "<i32 0, i32 1, i32 2, i32 3>", 4)
        return result + """
              br label %few
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

    /// Emits the counting of `width` components from pixel `x` of a row on, in the tables that begin at `starts`.
    private func counted(_ name: String, _ x: String, starts: String, _ width: Int) -> String {
        let (floats, ints, bools) = (emitter.floats(width), "<\(width) x i32>", "<\(width) x i1>")
        var result = """
              %\(name).place = getelementptr <4 x float>, ptr %line, i64 \(x)
              %\(name).value = load \(floats), ptr %\(name).place, align 4
              %\(name).isPositive = fcmp ogt \(floats) %\(name).value, zeroinitializer
              %\(name).scaled = fmul \(floats) %\(name).value, %factor\(width)
              %\(name).positive = select \(bools) %\(name).isPositive, \(floats) %\(name).scaled, \(floats) zeroinitializer
              %\(name).isBeyond = fcmp ogt \(floats) %\(name).positive, %last\(width)
              %\(name).bin = select \(bools) %\(name).isBeyond, \(floats) %last\(width), \(floats) %\(name).positive
              %\(name).number = fptosi \(floats) %\(name).bin to \(ints)
              %\(name).first = shl \(ints) %\(name).number, \(splat("i32 2", width))
              %\(name).index = add \(ints) %\(name).first, \(starts)
              store volatile \(ints) %\(name).index, ptr %indices, align 16

            """
        // Indices go through memory, because extracting them from a vector takes two instructions each.
        for component in 0..<width {
            let own = "%\(name).c\(component)"
            result += """
                  \(own).slot = getelementptr i32, ptr %indices, i64 \(component)
                  \(own).index = load volatile i32, ptr \(own).slot
                  \(own).wide = zext i32 \(own).index to i64
                  \(own).place = getelementptr i32, ptr %counts, i64 \(own).wide
                  \(own).count = load i32, ptr \(own).place
                  \(own).more = add i32 \(own).count, 1
                  store i32 \(own).more, ptr \(own).place

                """
        }
        return result
    }

    private func splat(_ constant: String, _ count: Int) -> String {
        "<" + Array(repeating: constant, count: count).joined(separator: ", ") + ">"
    }
}
