/// Groups of four output pixels that are weighted sums of the same few input pixels, for interpolation.
///
/// Pixel p (0…3) of a group is `Σ weights[t][p] · input[place + t]`. Each input pixel is read once per group.
struct SpreadEmitter {
    let emitter: OperatorEmitter

    /// Arguments: input, places (pairs of i32: first input pixel, first weight vector), weight vectors (16 floats each:
    /// the weight of each pixel of the group, four times), number of taps (at least 1), number of groups, output.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafePointer<Float>, Int, Int, UnsafeMutableRawPointer
        ) -> Void
    static let name = "spread"
    /// Arguments: input, floats from one group's input to the next, four weight vectors, number of groups, output,
    /// floats from one group of the output to the next. For groups of four taps with the same weights.
    typealias FourTapFunction =
        @convention(c) (UnsafeRawPointer, Int, UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int) -> Void
    static let fourTapName = "spread_four"

    private static let repeats =
        "<16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, "
        + "i32 3, i32 0, i32 1, i32 2, i32 3>"

    /// The text of the function for any number of taps. It processes several groups at a time, then single groups.
    var definition: String {
        """
        define void @\(Self.name)(ptr %input, ptr %places, ptr %weights, i64 %taps, i64 %count, ptr %output) #0 {
        \(PlacedSumLoop(emitter: emitter, terms: "taps", block: "tap", load: load, store: store).body)
        }

        """
    }

    private func load(_ name: String, _ value: String) -> String {
        """
          \(value).pixel.place = getelementptr <4 x float>, ptr \(value).place, i64 %\(name).t
          \(value).pixel = load <4 x float>, ptr \(value).pixel.place, align 4
          \(value).pixels = shufflevector <4 x float> \(value).pixel, <4 x float> poison, \(Self.repeats)

        """
    }

    private func store(_ value: String) -> String {
        """
          \(value).target = getelementptr \(PlacedSumLoop.group), ptr %output, i64 \(value).g
          store \(PlacedSumLoop.group) \(value).more, ptr \(value).target, align 4

        """
    }

    /// The text of the function for four taps and constant weights.
    var fourTapDefinition: String {
        let group = PlacedSumLoop.group
        var result = """
            define void @\(Self.fourTapName)(ptr %input, i64 %step, ptr %weights, i64 %count, ptr %output, i64 %stride) #0 {
            entry:

            """
        for tap in 0..<4 {
            result += """
                  %w\(tap).place = getelementptr \(group), ptr %weights, i64 \(tap)
                  %w\(tap) = load \(group), ptr %w\(tap).place, align 4

                """
        }
        result += "  %isEmpty = icmp eq i64 %count, 0\n  br i1 %isEmpty, label %end, label %loop\n"
        result += """
            loop:
              %g = phi i64 [0, %entry], [%g.next, %loop]
              %in = phi ptr [%input, %entry], [%in.next, %loop]
              %out = phi ptr [%output, %entry], [%out.next, %loop]

            """
        for tap in 0..<4 {
            result += """
                  %p\(tap).place = getelementptr <4 x float>, ptr %in, i64 \(tap)
                  %p\(tap).one = load <4 x float>, ptr %p\(tap).place, align 4
                  %p\(tap) = shufflevector <4 x float> %p\(tap).one, <4 x float> poison, \(Self.repeats)

                """
            // Add up in the same order as the general function, starting with zero, so that the results are equal.
            let sum = tap == 0 ? "zeroinitializer" : "%s\(tap - 1)"
            result += emitter.multiplyAdd("%s\(tap)", "%p\(tap)", "%w\(tap)", sum, 16)
        }
        return result + """
              store \(group) %s3, ptr %out, align 4
              %in.next = getelementptr float, ptr %in, i64 %step
              %out.next = getelementptr float, ptr %out, i64 %stride
              %g.next = add i64 %g, 1
              %isLast = icmp eq i64 %g.next, %count
              br i1 %isLast, label %end, label %loop
            end:
              ret void
            }

            """
    }
}
