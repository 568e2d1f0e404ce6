import Pixels

/// Running sums along many lines at once, for averages of runs of pixels: of floats in double precision, and of bytes
/// as 32-bit integers.
///
/// A step adds one pixel to every line's sum. Groups of `width` components of neighbouring lines are `unit` bytes
/// apart, and the pixels of successive steps are `step` bytes apart. For rows and for columns, the two distances are
/// exchanged.
struct AverageEmitter {
    let emitter: OperatorEmitter
    let component: Component

    /// The type of a pixel's four components. Other operators don't read half floats, see `OperatorComponent`.
    enum Component: String, CaseIterable, Sendable {
        case float, half
        /// An 8-bit integer from 0 to 255, as it is stored.
        case byte

        /// Returns the component of pixels in a format; nil for formats that averages don't read. The channels have the
        /// order of the result's.
        init?(_ format: PixelFormat) {
            switch format {
            case .RGBAf: self = .float
            case .RGBAh: self = .half
            case .RGBA8: self = .byte
            default: return nil
            }
        }

        /// A vector type in LLVM text.
        func vector(_ count: Int) -> String { "<\(count) x \(self == .byte ? "i8" : rawValue)>" }

        /// The type of a sum in LLVM text.
        var sum: String { self == .byte ? "i32" : "double" }
        /// The size of a sum in bytes.
        var sumBytes: Int { self == .byte ? 4 : 8 }

        /// Returns the components that code for a processor reads.
        static func all(_ instructions: any ProcessorInstructions) -> [Component] {
            allCases.filter { $0 != .half || instructions.hasHalfConversion }
        }
    }

    /// What a function does after each step.
    enum Action: String, CaseIterable {
        /// Nothing: only adds up.
        case add
        /// Stores the sum among the kept sums.
        case keep
        /// Adds the kept sum and stores the average as floats.
        case finish
        /// Adds the kept sum and stores the average as half floats.
        case finishHalf
        /// The same past the caches, at places that are multiples of `streamedAlignment`.
        case streamHalf

        var isLast: Bool { self == .finish || result == .half }
        /// What the average is stored as.
        var result: Component { self == .finishHalf || self == .streamHalf ? .half : .float }
    }

    /// The number of lines that a function processes: groups of adjacent components.
    struct Shape: Sendable, Hashable {
        let width: Int
        let groups: Int
        var components: Int { width * groups }
    }

    /// Arguments: pixels, bytes from step to step, bytes from group to group, number of steps, sums (one set of the
    /// shape), kept sums (one set per step), output, the output's bytes from step to step and from group to group,
    /// bytes from kept set to kept set, the divisor of a sum.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, Int, Int, Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
            Int, Int, Int, Double
        ) -> Void

    /// The number of steps before a pixel of a column is read at which it is prefetched.
    private static let prefetchedSteps = 48

    /// The largest sum of bytes: floats hold all integers up to it.
    static let largestSum = 1 << 24

    /// The shapes: full vectors (those of bytes read as much as a cache line has), four rows of pixels, one pixel.
    var shapes: [Shape] {
        [
            Shape(width: max(8, emitter.lanes), groups: component == .byte ? 4 : 2), Shape(width: 4, groups: 4),
            Shape(width: 4, groups: 1),
        ]
    }

    func name(_ action: Action, _ shape: Shape) -> String {
        "average_\(component.rawValue)_\(action.rawValue)_\(shape.groups)x\(shape.width)"
    }

    /// The definitions of all functions for a processor.
    static func definitions(_ emitter: OperatorEmitter) -> String {
        Component.all(emitter.instructions).map { AverageEmitter(emitter: emitter, component: $0).definitions }
            .joined(separator: "\n") + StreamingStores.definition
    }

    private var definitions: String {
        shapes.flatMap { shape in
            Action.allCases.filter { isDefined($0, shape) }.map { definition($0, shape) }
        }.joined(separator: "\n")
    }

    /// Whether there is a function for an action. Only columns are streamed, whose vectors are whole lines.
    func isDefined(_ action: Action, _ shape: Shape) -> Bool {
        let instructions = emitter.instructions
        switch action {
        case .add, .keep, .finish: return true
        case .finishHalf: return instructions.hasHalfConversion
        case .streamHalf: return instructions.hasHalfConversion && instructions.hasStreamingStores && shape.width > 4
        }
    }

    /// The alignment in bytes of the averages of a group that are streamed.
    var streamedAlignment: Int { 2 * shapes[0].width }

    private func definition(_ action: Action, _ shape: Shape) -> String {
        let sums = "<\(shape.width) x \(component.sum)>"
        let groups = 0..<shape.groups
        var result = """
            define void @\(name(action, shape))(ptr %input, i64 %step, i64 %unit, i64 %count, \
            ptr %sums, ptr %kept, ptr %output, i64 %output.step, i64 %output.unit, i64 %kept.step, \
            double %divisor) #0 {
            entry:
              %isEmpty = icmp sle i64 %count, 0

            """
        if action.isLast { result += factors(shape.width) }
        for group in groups {
            result += """
                  %sum.place\(group) = getelementptr \(sums), ptr %sums, i64 \(group)
                  %start\(group) = load \(sums), ptr %sum.place\(group), align 4
                  %offset\(group) = mul i64 %unit, \(group)
                  %output.offset\(group) = mul i64 %output.unit, \(group)

                """
        }
        // The lines of such a shape are columns, whose pixels are too far apart for the processor's own prefetching.
        let prefetches = shape.width > 4
        if prefetches { result += "  %ahead.step = mul i64 %step, \(Self.prefetchedSteps)\n" }
        result += """
              br i1 %isEmpty, label %end, label %loop
            loop:
              %i = phi i64 [0, %entry], [%i.next, %loop]
              %in = phi ptr [%input, %entry], [%in.next, %loop]
              %out = phi ptr [%output, %entry], [%out.next, %loop]
              %keep = phi ptr [%kept, %entry], [%keep.next, %loop]

            """
        for group in groups {
            result += "  %sum\(group) = phi \(sums) [%start\(group), %entry], [%more\(group), %loop]\n"
        }
        if prefetches {
            result += """
                  %ahead = getelementptr i8, ptr %in, i64 %ahead.step
                  call void @llvm.prefetch.p0(ptr %ahead, i32 0, i32 3, i32 1)

                """
        }
        for group in groups {
            result += "  %place\(group) = getelementptr i8, ptr %in, i64 %offset\(group)\n" + added(group, shape.width)
            if action != .add { result += "  %keep\(group) = getelementptr \(sums), ptr %keep, i64 \(group)\n" }
            if action == .keep { result += "  store \(sums) %more\(group), ptr %keep\(group), align 4\n" }
            if action.isLast {
                result += "  %other\(group) = load \(sums), ptr %keep\(group), align 4\n" + mean(group, shape.width)
                result += stored(group, shape.width, action)
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
        for group in groups { result += "  store \(sums) %more\(group), ptr %sum.place\(group), align 4\n" }
        // Other threads read the averages later.
        if action == .streamHalf { result += "  fence seq_cst\n" }
        return result + "  br label %end\nend:\n  ret void\n}\n"
    }

    /// Emits the addition of a pixel to each sum.
    private func added(_ group: Int, _ width: Int) -> String {
        let (pixels, sums) = (component.vector(width), "<\(width) x \(component.sum)>")
        let (extend, add) = component != .byte ? ("fpext", "fadd") : ("zext", "add")
        return """
              %pixel\(group) = load \(pixels), ptr %place\(group), align 1
              %value\(group) = \(extend) \(pixels) %pixel\(group) to \(sums)
              %more\(group) = \(add) \(sums) %sum\(group), %value\(group)

            """
    }

    /// Emits the divisor's vectors.
    private func factors(_ width: Int) -> String {
        if component != .byte {
            return "  %reciprocal = fdiv double 1.0, %divisor\n"
                + emitter.splat("%factor", "%reciprocal", width, type: "double")
        }
        let ones = "<\(Array(repeating: "float 1.0", count: width).joined(separator: ", "))>"
        return "  %divisor.float = fptrunc double %divisor to float\n"
            + emitter.splat("%divisors", "%divisor.float", width)
            + "  %factor = fdiv \(emitter.floats(width)) \(ones), %divisors\n"
    }

    /// Emits the average of the pixels of two sums.
    private func mean(_ group: Int, _ width: Int) -> String {
        let (floats, sums) = (emitter.floats(width), "<\(width) x \(component.sum)>")
        if component != .byte {
            return """
                  %total\(group) = fadd \(sums) %other\(group), %more\(group)
                  %mean\(group) = fmul \(sums) %total\(group), %factor
                  %result\(group) = fptrunc \(sums) %mean\(group) to \(floats)

                """
        }
        let total = """
              %total\(group) = add \(sums) %other\(group), %more\(group)
              %exact\(group) = uitofp \(sums) %total\(group) to \(floats)

            """
        guard emitter.instructions.hasFusedMultiply else {
            return total + "  %result\(group) = fdiv \(floats) %exact\(group), %divisors\n"
        }
        // The rounded quotient, as by a division, which takes longer: the remainder of an approximation, divided
        // approximately, is the rest of it (Markstein, "Computation of elementary functions on the IBM RISC
        // System/6000 processor", 1990).
        return total + """
              %near\(group) = fmul \(floats) %exact\(group), %factor
              %minus\(group) = fneg \(floats) %near\(group)

            """ + emitter.multiplyAdd("%rest\(group)", "%minus\(group)", "%divisors", "%exact\(group)", width)
            + emitter.multiplyAdd("%result\(group)", "%rest\(group)", "%factor", "%near\(group)", width)
    }

    /// Emits the storing of an average.
    private func stored(_ group: Int, _ width: Int, _ action: Action) -> String {
        let type = action.result.vector(width)
        let conversion =
            action.result == .half
            ? "  %half\(group) = fptrunc \(emitter.floats(width)) %result\(group) to \(type)\n" : ""
        let value = action.result == .half ? "half" : "result"
        let place = "%target\(group), align \(action == .streamHalf ? streamedAlignment : 1)"
        return conversion + """
              %target\(group) = getelementptr i8, ptr %out, i64 %output.offset\(group)
              store \(type) %\(value)\(group), ptr \(place)\(action == .streamHalf ? StreamingStores.attribute : "")

            """
    }
}
