/// Emits the function that adds the bytes of each column to four 32-bit integers.
///
/// Up to 256 rows are first summed as 16-bit integers. The sums of a stretch of at most 2048 columns stay in the first
/// level of cache. Of two neighbouring bytes, one is masked and the other is shifted. A whole stretch of four rows is
/// read at a time, so that the processor prefetches it; column by column, each read would be on another page.
struct ByteColumnSums {
    /// Number of bytes in a vector: whole pixels.
    let width: Int
    /// The name of the function. Its arguments are those of `ReductionEmitter.Function`.
    let name: String

    /// Maximum number of vectors in a stretch.
    private static let vectors = 128
    /// Maximum number of rows whose sums fit 16 bits, a multiple of `rowsAtOnce`.
    private static let rows = 256
    private static let rowsAtOnce = 4

    private var pixels: Int { width / 4 }
    private var pixelBits: Int { pixels.trailingZeroBitCount }
    private var shorts: String { "<\(width / 2) x i16>" }
    private var halves: String { "<\(width / 2) x i32>" }
    private var sums: String { "<\(width) x i32>" }

    /// The function's text.
    ///
    /// - Parameter few: A loop from the label `few` to `end`, which follows the label `narrow`. It sums the columns of
    ///   an image that is narrower than a vector.
    func definition(few: String) -> String {
        start + loop("four", after: "chunk", firstRow: "0", firstLine: "%top", rows: Self.rowsAtOnce, next: "one")
            + loop("one", after: "four", firstRow: "%four.y", firstLine: "%four.line", rows: 1, next: "add")
            + adding + end(few)
    }

    /// Emits the starts of the loops over stretches of columns and chunks of rows.
    private var start: String {
        """

        define void @\(name)(ptr %input, i64 %stride, i64 %width, i64 %height, ptr %result) #0 {
        entry:
          %short = alloca [\(2 * Self.vectors) x \(shorts)], align 64
          %whole = alloca \(sums), align 64
          %isEmpty = icmp sle i64 %height, 0
          br i1 %isEmpty, label %end, label %some
        some:
          %isNarrow = icmp slt i64 %width, \(pixels)
          %last.x = sub i64 %width, \(pixels)
          br i1 %isNarrow, label %narrow, label %stretch
        stretch:
          %x = phi i64 [0, %some], [%x.next, %chunk.end]
          %x.rest = sub i64 %width, %x
          %x.rounded = add i64 %x.rest, \(pixels - 1)
          %needed = lshr i64 %x.rounded, \(pixelBits)
          %count = call i64 @llvm.smin.i64(i64 %needed, i64 \(Self.vectors))
          %short.bytes = mul i64 %count, \(2 * width)
          br label %chunk
        chunk:
          %y = phi i64 [0, %stretch], [%y.next, %add.end]
          %y.rest = sub i64 %height, %y
          %rows = call i64 @llvm.smin.i64(i64 %y.rest, i64 \(Self.rows))
          %y.bytes = mul i64 %y, %stride
          %top = getelementptr i8, ptr %input, i64 %y.bytes
          call void @llvm.memset.p0.i64(ptr align 64 %short, i8 0, i64 %short.bytes, i1 false)
          br label %four

        """
    }

    /// Emits the end of the loop over stretches, and the code for narrow images.
    private func end(_ few: String) -> String {
        """
        chunk.end:
          %x.step = shl i64 %count, \(pixelBits)
          %x.next = add i64 %x, %x.step
          %x.isLast = icmp sge i64 %x.next, %width
          br i1 %x.isLast, label %end, label %stretch
        narrow:
          br label %few
        \(few)end:
          ret void
        }
        declare i64 @llvm.smin.i64(i64, i64)
        declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

        """
    }

    private func splat(_ constant: String, _ count: Int) -> String {
        "<" + Array(repeating: constant, count: count).joined(separator: ", ") + ">"
    }

    /// Emits the column of vector `%NAME.i` of the stretch. The last one of an image is moved left, to end with the
    /// row.
    private func column(_ name: String) -> String {
        """
          %\(name).distance = shl i64 %\(name).i, \(pixelBits)
          %\(name).x = add i64 %x, %\(name).distance
          %\(name).place = call i64 @llvm.smin.i64(i64 %\(name).x, i64 %last.x)

        """
    }

    /// Emits the addresses of the sums of vector `%NAME.i`: of even bytes, and of odd ones.
    private func shortPlaces(_ name: String) -> String {
        """
          %\(name).index = shl i64 %\(name).i, 1
          %\(name).even.place = getelementptr \(shorts), ptr %short, i64 %\(name).index
          %\(name).odd.place = getelementptr \(shorts), ptr %\(name).even.place, i64 1
          %\(name).even.before = load \(shorts), ptr %\(name).even.place, align 64
          %\(name).odd.before = load \(shorts), ptr %\(name).odd.place, align \(width)

        """
    }

    /// Emits the loop that adds some rows at a time to the sums, as long as there are so many.
    private func loop(
        _ name: String, after: String, firstRow: String, firstLine: String, rows: Int, next: String
    ) -> String {
        var result = """
            \(name):
              %\(name).y = phi i64 [\(firstRow), %\(after)], [%\(name).y.next, %\(name).row.end]
              %\(name).line = phi ptr [\(firstLine), %\(after)], [%\(name).line\(rows), %\(name).row.end]
              %\(name).y.next = add i64 %\(name).y, \(rows)
              %\(name).fits = icmp sle i64 %\(name).y.next, %rows
              br i1 %\(name).fits, label %\(name).row, label %\(next)
            \(name).row:

            """
        for row in 1...rows {
            let before = row == 1 ? "%\(name).line" : "%\(name).line\(row - 1)"
            result += "  %\(name).line\(row) = getelementptr i8, ptr \(before), i64 %stride\n"
        }
        result += """
              br label %\(name).vector
            \(name).vector:
              %\(name).i = phi i64 [0, %\(name).row], [%\(name).i.next, %\(name).vector]

            """
        result += column(name) + shortPlaces(name)
        result += "  %\(name).bytes = shl i64 %\(name).place, 2\n"
        var (even, odd) = ("%\(name).even.before", "%\(name).odd.before")
        for row in 0..<rows {
            let line = row == 0 ? "%\(name).line" : "%\(name).line\(row)"
            let own = "%\(name).\(row)"
            result += """
                  \(own).from = getelementptr i8, ptr \(line), i64 %\(name).bytes
                  \(own).pixels = load \(shorts), ptr \(own).from, align 1
                  \(own).even = and \(shorts) \(own).pixels, \(splat("i16 255", width / 2))
                  \(own).odd = lshr \(shorts) \(own).pixels, \(splat("i16 8", width / 2))
                  \(own).even.sum = add \(shorts) \(even), \(own).even
                  \(own).odd.sum = add \(shorts) \(odd), \(own).odd

                """
            (even, odd) = ("\(own).even.sum", "\(own).odd.sum")
        }
        return result + """
              store \(shorts) \(even), ptr %\(name).even.place, align 64
              store \(shorts) \(odd), ptr %\(name).odd.place, align \(width)
              %\(name).i.next = add i64 %\(name).i, 1
              %\(name).isLast = icmp eq i64 %\(name).i.next, %count
              br i1 %\(name).isLast, label %\(name).row.end, label %\(name).vector
            \(name).row.end:
              br label %\(name)

            """
    }

    /// Emits the loop that adds the 16-bit sums to those of 32 bits. Of a vector that was moved left, only the columns
    /// count that the one before doesn't have.
    private var adding: String {
        let order = (0..<width).map { "i32 \($0 % 2 * width / 2 + $0 / 2)" }.joined(separator: ", ")
        return """
            add:
              br label %add.vector
            add.vector:
              %add.i = phi i64 [0, %add], [%add.i.next, %add.next]

            """ + column("add") + shortPlaces("add")
                + """
                  %add.even = zext \(shorts) %add.even.before to \(halves)
                  %add.odd = zext \(shorts) %add.odd.before to \(halves)
                  %add.all = shufflevector \(halves) %add.even, \(halves) %add.odd, <\(width) x i32> <\(order)>
                  %add.target = getelementptr <4 x i32>, ptr %result, i64 %add.place
                  %add.isWhole = icmp eq i64 %add.place, %add.x
                  br i1 %add.isWhole, label %add.whole, label %add.part
                add.whole:
                  %add.before = load \(sums), ptr %add.target, align 4
                  %add.after = add \(sums) %add.before, %add.all
                  store \(sums) %add.after, ptr %add.target, align 4
                  br label %add.next
                add.part:
                  store \(sums) %add.all, ptr %whole, align 64
                  %add.skipped = sub i64 %add.x, %add.place
                  br label %add.pixel
                add.pixel:
                  %add.p = phi i64 [%add.skipped, %add.part], [%add.p.next, %add.pixel]
                  %add.p.from = getelementptr <4 x i32>, ptr %whole, i64 %add.p
                  %add.p.sum = load <4 x i32>, ptr %add.p.from, align 16
                  %add.p.target = getelementptr <4 x i32>, ptr %add.target, i64 %add.p
                  %add.p.before = load <4 x i32>, ptr %add.p.target, align 4
                  %add.p.after = add <4 x i32> %add.p.before, %add.p.sum
                  store <4 x i32> %add.p.after, ptr %add.p.target, align 4
                  %add.p.next = add i64 %add.p, 1
                  %add.p.isLast = icmp eq i64 %add.p.next, \(pixels)
                  br i1 %add.p.isLast, label %add.next, label %add.pixel
                add.next:
                  %add.i.next = add i64 %add.i, 1
                  %add.isLast = icmp eq i64 %add.i.next, %count
                  br i1 %add.isLast, label %add.end, label %add.vector
                add.end:
                  %y.next = add i64 %y, %rows
                  %y.isLast = icmp sge i64 %y.next, %height
                  br i1 %y.isLast, label %chunk.end, label %chunk

                """
    }
}
