/// Output pixels that are each a weighted sum of many neighbouring input pixels, with places of their own: keeping one pixel in k, and
/// making images smaller.
///
/// Four input pixels are multiplied at a time; at the end the four sums become one: (first + third) + (second + fourth).
struct GatherText {
    let text: OperatorText

    /// Signature: input, places (pairs of i32: first input pixel, first weight vector), weight vectors (16 floats each: four weights,
    /// each four times), number of vectors for a pixel (at least 1), number of pixels, output.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafePointer<Float>, Int, Int, UnsafeMutableRawPointer
        ) -> Void
    static let name = "gather"

    private static let group = "<16 x float>"

    /// The function: four pixels at a time, then one at a time.
    var definition: String {
        """
        define void @\(Self.name)(ptr %input, ptr %places, ptr %weights, i64 %steps, i64 %count, ptr %output) #0 {
        entry:
          br label %many
        \(loop("many", pixels: text.lanes == 16 ? 4 : 2, start: "[0, %entry]", after: "one"))
        \(loop("one", pixels: 1, start: "[%many.g, %many]", after: "end"))
        end:
          ret void
        }

        """
    }

    private func loop(_ name: String, pixels: Int, start: String, after: String) -> String {
        let group = Self.group
        var result = """
            \(name):
              %\(name).g = phi i64 \(start), [%\(name).next, %\(name).store]
              %\(name).next = add i64 %\(name).g, \(pixels)
              %\(name).fits = icmp sle i64 %\(name).next, %count
              br i1 %\(name).fits, label %\(name).body, label %\(after)
            \(name).body:

            """
        for index in 0..<pixels {
            let value = "%\(name).\(index)"
            result += """
                  \(value).g = add i64 %\(name).g, \(index)
                  \(value).entry = getelementptr {i32, i32}, ptr %places, i64 \(value).g
                  \(value).first = load i32, ptr \(value).entry
                  \(value).place = getelementptr <4 x float>, ptr %input, i32 \(value).first
                  \(value).weight.entry = getelementptr i8, ptr \(value).entry, i64 4
                  \(value).weight = load i32, ptr \(value).weight.entry
                  \(value).weights = getelementptr \(group), ptr %weights, i32 \(value).weight

                """
        }
        result += """
              br label %\(name).step
            \(name).step:
              %\(name).t = phi i64 [0, %\(name).body], [%\(name).t.next, %\(name).step]

            """
        for index in 0..<pixels {
            result += "  %\(name).\(index).sum = phi \(group) [zeroinitializer, %\(name).body], "
            result += "[%\(name).\(index).more, %\(name).step]\n"
        }
        for index in 0..<pixels {
            let value = "%\(name).\(index)"
            result += """
                  \(value).pixel.place = getelementptr \(group), ptr \(value).place, i64 %\(name).t
                  \(value).pixels = load \(group), ptr \(value).pixel.place, align 4
                  \(value).factor.place = getelementptr \(group), ptr \(value).weights, i64 %\(name).t
                  \(value).factor = load \(group), ptr \(value).factor.place, align 4

                """
            result += text.multiplyAdd("\(value).more", "\(value).pixels", "\(value).factor", "\(value).sum", 16)
        }
        result += """
              %\(name).t.next = add i64 %\(name).t, 1
              %\(name).isLast = icmp eq i64 %\(name).t.next, %steps
              br i1 %\(name).isLast, label %\(name).store, label %\(name).step
            \(name).store:

            """
        for index in 0..<pixels {
            let value = "%\(name).\(index)"
            let more = "\(group) \(value).more, \(group) poison"
            result += """
                  \(value).low = shufflevector \(more), <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
                  \(value).high = shufflevector \(more), <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
                  \(value).halves = fadd <8 x float> \(value).low, \(value).high
                  \(value).left = shufflevector <8 x float> \(value).halves, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
                  \(value).right = shufflevector <8 x float> \(value).halves, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
                  \(value).total = fadd <4 x float> \(value).left, \(value).right
                  \(value).target = getelementptr <4 x float>, ptr %output, i64 \(value).g
                  store <4 x float> \(value).total, ptr \(value).target, align 4

                """
        }
        return result + "  br label %\(name)"
    }
}
