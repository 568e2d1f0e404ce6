/// The loop that `GatherEmitter` and `SpreadEmitter` share.
///
/// For several items at a time, it sums input times weight over a number of terms. A table contains the first input
/// pixel and the first weight vector of each item. The enclosing function must have the arguments `%input`, `%places`
/// (pairs of i32: first input pixel, first weight vector), `%weights`, `%count` and `%output`.
struct PlacedSumLoop {
    let emitter: OperatorEmitter
    /// The type of four input components.
    var pixel = "<4 x float>"
    /// Name of the argument with the number of terms.
    let terms: String
    /// Name of the basic block that adds a term.
    let block: String
    /// Returns text that loads `value.pixels`, sixteen floats, for term `%name.t` of an item.
    let load: (_ name: String, _ value: String) -> String
    /// Returns text that stores item `value.g`, whose sum is `value.more`.
    let store: (_ value: String) -> String

    static let group = "<16 x float>"

    /// The loop over all items: first as many at a time as the registers can hold, then single items.
    var body: String {
        """
        entry:
          br label %many
        \(loop("many", items: emitter.lanes == 16 ? 4 : 2, start: "[0, %entry]", after: "one"))
        \(loop("one", items: 1, start: "[%many.g, %many]", after: "end"))
        end:
          ret void
        """
    }

    private func loop(_ name: String, items: Int, start: String, after: String) -> String {
        let group = Self.group
        var result = """
            \(name):
              %\(name).g = phi i64 \(start), [%\(name).next, %\(name).store]
              %\(name).next = add i64 %\(name).g, \(items)
              %\(name).fits = icmp sle i64 %\(name).next, %count
              br i1 %\(name).fits, label %\(name).body, label %\(after)
            \(name).body:

            """
        for index in 0..<items {
            let value = "%\(name).\(index)"
            result += """
                  \(value).g = add i64 %\(name).g, \(index)
                  \(value).entry = getelementptr {i32, i32}, ptr %places, i64 \(value).g
                  \(value).first = load i32, ptr \(value).entry
                  \(value).place = getelementptr \(pixel), ptr %input, i32 \(value).first
                  \(value).weight.entry = getelementptr i8, ptr \(value).entry, i64 4
                  \(value).weight = load i32, ptr \(value).weight.entry
                  \(value).weights = getelementptr \(group), ptr %weights, i32 \(value).weight

                """
        }
        result += """
              br label %\(name).\(block)
            \(name).\(block):
              %\(name).t = phi i64 [0, %\(name).body], [%\(name).t.next, %\(name).\(block)]

            """
        for index in 0..<items {
            result += "  %\(name).\(index).sum = phi \(group) [zeroinitializer, %\(name).body], "
            result += "[%\(name).\(index).more, %\(name).\(block)]\n"
        }
        for index in 0..<items {
            let value = "%\(name).\(index)"
            result += load(name, value)
            result += """
                  \(value).factor.place = getelementptr \(group), ptr \(value).weights, i64 %\(name).t
                  \(value).factor = load \(group), ptr \(value).factor.place, align 4

                """
            result += emitter.multiplyAdd("\(value).more", "\(value).pixels", "\(value).factor", "\(value).sum", 16)
        }
        result += """
              %\(name).t.next = add i64 %\(name).t, 1
              %\(name).isLast = icmp eq i64 %\(name).t.next, %\(terms)
              br i1 %\(name).isLast, label %\(name).store, label %\(name).\(block)
            \(name).store:

            """
        for index in 0..<items { result += store("%\(name).\(index)") }
        return result + "  br label %\(name)"
    }
}
