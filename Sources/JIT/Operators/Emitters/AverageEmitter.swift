/// Running sums in double precision along many lines at once, for averages of runs of pixels.
///
/// A step adds one pixel to every line's sum. Groups of `width` floats of neighbouring lines are `unit` bytes apart,
/// and the pixels of successive steps are `step` bytes apart. For rows and for columns, the two distances are
/// exchanged.
struct AverageEmitter {
    let emitter: OperatorEmitter

    /// What a function does after each step.
    enum Action: String, CaseIterable {
        /// Nothing: only adds up.
        case add
        /// Stores the sum among the kept sums.
        case keep
        /// Adds the kept sum and stores the average.
        case finish
    }

    /// The number of lines that a function processes: groups of adjacent floats.
    struct Shape: Sendable, Hashable {
        let width: Int
        let groups: Int
        var floats: Int { width * groups }
    }

    /// Arguments: pixels, bytes from step to step, bytes from group to group, number of steps, sums (doubles, one set
    /// of the shape), kept sums (doubles, one set per step), output, the output's bytes from step to step and from
    /// group to group, bytes from kept set to kept set, factor.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
            Int, Int, Int, Double
        ) -> Void

    /// Returns the shapes: two full vectors, four rows of pixels, one pixel.
    static func shapes(lanes: Int) -> [Shape] {
        [Shape(width: max(8, lanes), groups: 2), Shape(width: 4, groups: 4), Shape(width: 4, groups: 1)]
    }

    static func name(_ action: Action, _ shape: Shape) -> String {
        "average_\(action.rawValue)_\(shape.groups)x\(shape.width)"
    }

    /// All functions.
    var definitions: String {
        Self.shapes(lanes: emitter.lanes).flatMap { shape in
            Action.allCases.map { definition($0, shape) }
        }.joined(separator: "\n")
    }

    private func definition(_ action: Action, _ shape: Shape) -> String {
        let (doubles, floats) = ("<\(shape.width) x double>", "<\(shape.width) x float>")
        let groups = 0..<shape.groups
        var result = """
            define void @\(Self.name(action, shape))(ptr %input, i64 %step, i64 %unit, i64 %count, ptr %sums, ptr %kept, ptr %output, i64 %output.step, i64 %output.unit, i64 %kept.step, double %scale) #0 {
            entry:
              %isEmpty = icmp sle i64 %count, 0

            """
        result += emitter.splat("%factor", "%scale", shape.width, type: "double")
        for group in groups {
            result += """
                  %sum.place\(group) = getelementptr \(doubles), ptr %sums, i64 \(group)
                  %start\(group) = load \(doubles), ptr %sum.place\(group), align 8
                  %offset\(group) = mul i64 %unit, \(group)
                  %output.offset\(group) = mul i64 %output.unit, \(group)

                """
        }
        result += """
              br i1 %isEmpty, label %end, label %loop
            loop:
              %i = phi i64 [0, %entry], [%i.next, %loop]
              %in = phi ptr [%input, %entry], [%in.next, %loop]
              %out = phi ptr [%output, %entry], [%out.next, %loop]
              %keep = phi ptr [%kept, %entry], [%keep.next, %loop]

            """
        for group in groups {
            result += "  %sum\(group) = phi \(doubles) [%start\(group), %entry], [%more\(group), %loop]\n"
        }
        for group in groups {
            result += """
                  %place\(group) = getelementptr i8, ptr %in, i64 %offset\(group)
                  %pixel\(group) = load \(floats), ptr %place\(group), align 4
                  %value\(group) = fpext \(floats) %pixel\(group) to \(doubles)
                  %more\(group) = fadd \(doubles) %sum\(group), %value\(group)

                """
            if action != .add { result += "  %keep\(group) = getelementptr \(doubles), ptr %keep, i64 \(group)\n" }
            if action == .keep { result += "  store \(doubles) %more\(group), ptr %keep\(group), align 8\n" }
            if action == .finish {
                result += """
                      %other\(group) = load \(doubles), ptr %keep\(group), align 8
                      %total\(group) = fadd \(doubles) %other\(group), %more\(group)
                      %mean\(group) = fmul \(doubles) %total\(group), %factor
                      %result\(group) = fptrunc \(doubles) %mean\(group) to \(floats)
                      %target\(group) = getelementptr i8, ptr %out, i64 %output.offset\(group)
                      store \(floats) %result\(group), ptr %target\(group), align 4

                    """
            }
        }
        result += """
              %in.next = getelementptr i8, ptr %in, i64 %step
              %out.next = getelementptr i8, ptr %out, i64 %output.step
              %keep.next = getelementptr i8, ptr %keep, i64 %kept.step
              %i.next = add i64 %i, 1
              %isLast = icmp eq i64 %i.next, %count
              br i1 %isLast, label %store, label %loop
            store:

            """
        for group in groups { result += "  store \(doubles) %more\(group), ptr %sum.place\(group), align 8\n" }
        return result + "  br label %end\nend:\n  ret void\n}\n"
    }
}
