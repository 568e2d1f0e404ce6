/// The summing of long runs of bytes in a row, as 16-bit integers that are widened once for several vectors.
///
/// Widening every byte to 32 bits takes more time than reading it. Of two neighbouring bytes, one is masked and the
/// other is shifted; a sum of eight of either fits in 16 bits. Each component has its own 32-bit sums from row to row.
struct ByteSumRun {
    /// Number of bytes in a vector: whole pixels.
    let width: Int
    /// Distance of the pixels that are prefetched.
    let prefetchedBytes: Int

    /// Number of vectors in a run: at most 257, so that sums fit.
    private static let vectors = 8

    private var bytes: String { "<\(width) x i8>" }
    private var pairs: String { "<\(width / 2) x i16>" }
    private var sums: String { "<\(width / 4) x i32>" }

    private func splat(_ constant: String, _ count: Int) -> String {
        "<" + Array(repeating: constant, count: count).joined(separator: ", ") + ">"
    }

    /// Emits the sums at the start of a row.
    func atRow(first: String, next: String) -> String {
        (0..<4).map {
            "  %run.sum\($0).before = phi \(sums) [zeroinitializer, %\(first)], [%run.sum\($0), %\(next)]\n"
        }.joined()
    }

    /// Emits the loop over a row's runs of pixels, at the label `run`. Afterwards `%run.x` is the next column.
    func loop(after previous: String, before next: String) -> String {
        var result = """
            run:
              %run.x = phi i64 [0, %\(previous)], [%run.next, %run.body]

            """
        for part in 0..<4 {
            result += "  %run.sum\(part) = phi \(sums) [%run.sum\(part).before, %\(previous)], "
            result += "[%run.sum\(part).more, %run.body]\n"
        }
        result += """
              %run.next = add i64 %run.x, \(Self.vectors * width / 4)
              %run.fits = icmp sle i64 %run.next, %width
              br i1 %run.fits, label %run.body, label %\(next)
            run.body:
              %run.place = getelementptr <4 x i8>, ptr %line, i64 %run.x

            """
        for index in 0..<Self.vectors { result += vector(index) }
        let last = Self.vectors - 1
        for (part, pair) in ["even", "odd", "even", "odd"].enumerated() {
            result += "  %run.wide\(part) = bitcast \(pairs) %run.\(pair)\(last).sum to \(sums)\n"
            let operation =
                part < 2
                ? "and \(sums) %run.wide\(part), \(splat("i32 65535", width / 4))"
                : "lshr \(sums) %run.wide\(part), \(splat("i32 16", width / 4))"
            result += """
                  %run.part\(part) = \(operation)
                  %run.sum\(part).more = add \(sums) %run.sum\(part), %run.part\(part)

                """
        }
        return result + "  br label %run\n"
    }

    /// Emits the addition of one vector's bytes.
    private func vector(_ index: Int) -> String {
        var result = """
              %run.place\(index) = getelementptr i8, ptr %run.place, i64 \(index * width)
              %run.ahead\(index) = getelementptr i8, ptr %run.place\(index), i64 \(prefetchedBytes)
              call void @llvm.prefetch.p0(ptr %run.ahead\(index), i32 0, i32 3, i32 1)
              %run.bytes\(index) = load \(bytes), ptr %run.place\(index), align 1
              %run.pairs\(index) = bitcast \(bytes) %run.bytes\(index) to \(pairs)
              %run.even\(index) = and \(pairs) %run.pairs\(index), \(splat("i16 255", width / 2))
              %run.odd\(index) = lshr \(pairs) %run.pairs\(index), \(splat("i16 8", width / 2))

            """
        for pair in ["even", "odd"] {
            let before = index == 0 ? "zeroinitializer" : "%run.\(pair)\(index - 1).sum"
            result += "  %run.\(pair)\(index).sum = add \(pairs) \(before), %run.\(pair)\(index)\n"
        }
        return result
    }

    /// Emits `result`, the four sums of the runs and of `others`.
    func total(_ result: String, adding others: String) -> String {
        var (text, whole) = ("", others)
        for part in 0..<4 {
            let next = part == 3 ? result : "%run.total\(part)"
            text += """
                  %run.all\(part) = call i32 @llvm.vector.reduce.add.v\(width / 4)i32(\(sums) %run.sum\(part))
                  %run.other\(part) = extractelement <4 x i32> \(whole), i64 \(part)
                  %run.both\(part) = add i32 %run.all\(part), %run.other\(part)
                  \(next) = insertelement <4 x i32> \(whole), i32 %run.both\(part), i64 \(part)

                """
            whole = next
        }
        return text
    }

    /// The declaration of the function that `total` calls.
    var declaration: String { "declare i32 @llvm.vector.reduce.add.v\(width / 4)i32(\(sums))" }
}
