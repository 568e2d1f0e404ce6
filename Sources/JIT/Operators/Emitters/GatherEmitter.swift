/// Output pixels that are weighted sums of many neighbouring input pixels, each with separate input positions and
/// weights. Used for keeping one pixel in k, and for reducing images.
///
/// Each step multiplies four input pixels. At the end, the four sums are added as (first + third) + (second + fourth).
struct GatherEmitter {
    let emitter: OperatorEmitter
    /// Whether the input consists of half floats.
    var readsHalves = false

    /// Arguments: input, places (pairs of i32: first input pixel, first weight vector), weight vectors (16 floats each:
    /// four weights, each four times), number of vectors per pixel (at least 1), number of pixels, output.
    typealias Function =
        @convention(c) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafePointer<Float>, Int, Int, UnsafeMutableRawPointer
        ) -> Void
    static let name = "gather"
    static let halfName = "gather_half"

    /// The function's text. It processes several pixels at a time, then single pixels.
    var definition: String {
        """
        define void @\(readsHalves ? Self.halfName : Self.name)(ptr %input, ptr %places, ptr %weights, i64 %steps, i64 %count, ptr %output) #0 {
        \(PlacedSumLoop(
            emitter: emitter, pixel: readsHalves ? "<4 x half>" : "<4 x float>", terms: "steps", block: "step",
            load: load, store: store
        ).body)
        }

        """
    }

    private func load(_ name: String, _ value: String) -> String {
        let group = PlacedSumLoop.group
        if readsHalves {
            return """
                  \(value).pixel.place = getelementptr <16 x half>, ptr \(value).place, i64 %\(name).t
                  \(value).halves.in = load <16 x half>, ptr \(value).pixel.place, align 2
                  \(value).pixels = fpext <16 x half> \(value).halves.in to \(group)

                """
        }
        return """
              \(value).pixel.place = getelementptr \(group), ptr \(value).place, i64 %\(name).t
              \(value).pixels = load \(group), ptr \(value).pixel.place, align 4

            """
    }

    private func store(_ value: String) -> String {
        let more = "\(PlacedSumLoop.group) \(value).more, \(PlacedSumLoop.group) poison"
        return """
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
}
