/// Functions for sweeps over discs and lines. Two rows are joined and added to columns that grow with the height,
/// columns are folded into the results together with those at the same distance on the other side, and two lines are
/// merged into one.
///
/// `DiscColumns` defines the order of folding for discs, and `LineExtremum` for lines. Pixels are folded component by
/// component. Bytes have no sums.
struct DiscEmitter {
    let emitter: OperatorEmitter
    let component: OperatorComponent

    /// The operation that combines two values.
    enum Fold: String, CaseIterable, Sendable {
        case sum, largest, smallest
    }

    /// Computes `column[x] = column[x] + (above[x] + below[x])`, where + is the fold. For sums, also stores
    /// `pair[x] = above[x] + below[x]`.
    ///
    /// Arguments: above, below, pair, column, number of components (a multiple of four).
    typealias JoinFunction =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) ->
        Void

    /// Computes `result[x] = result[x] + weights[t] · (line[x + offsets[t]] + line[x − offsets[t]])` for all taps t,
    /// where + is the fold. Only sums use weights. The function "gather" of the same type folds only the values at
    /// `offsets[t]`, and "cover", which there is for bytes, also replaces the result instead of folding into it.
    ///
    /// Arguments: line, byte offsets (i64) and weights of the taps, number of taps (at least 1; 2 for "cover"), result,
    /// number of components (a multiple of four).
    typealias FoldFunction =
        @convention(c) (UnsafeRawPointer, UnsafePointer<Int>, UnsafePointer<Float>, Int, UnsafeMutableRawPointer, Int)
        -> Void

    /// Computes `result[x] = first[x] + second[x]`, where + is the fold. The result may overwrite the first line.
    ///
    /// Arguments: first, second, result, number of components (a multiple of four).
    typealias MergeFunction =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

    func mergeName(_ fold: Fold) -> String { "disc_merge_\(fold.rawValue)_\(component.rawValue)" }
    func joinName(_ fold: Fold) -> String { "disc_join_\(fold.rawValue)_\(component.rawValue)" }
    func gatherName(_ fold: Fold) -> String { "disc_gather_\(fold.rawValue)_\(component.rawValue)" }
    func coverName(_ fold: Fold) -> String { "disc_cover_\(fold.rawValue)_\(component.rawValue)" }
    func foldName(_ fold: Fold) -> String { "disc_fold_\(fold.rawValue)_\(component.rawValue)" }

    /// The folds that have functions.
    static func folds(of component: OperatorComponent) -> [Fold] {
        Fold.allCases.filter { component == .float || $0 != .sum }
    }

    /// The text of all functions.
    var definitions: String {
        Self.folds(of: component)
            .map { join($0) + merge($0) + fold($0, .pairs) + fold($0, .single) + fold($0, .only) }
            .joined(separator: "\n")
    }

    /// Emits the body of a function: loops over blocks, as `OperatorEmitter.loops` describes.
    private func loops(exit: String, body: (OperatorEmitter.Block) -> String) -> String {
        "entry:\n"
            + emitter.loops(over: emitter.blocks([emitter.accumulators, 1], of: component), exit: exit, body: body)
    }

    /// Emits `result`, the fold of two vectors.
    private func combine(_ fold: Fold, _ result: String, _ first: String, _ second: String, _ width: Int) -> String {
        let type = component.vector(width)
        if fold == .sum { return "  \(result) = fadd \(type) \(first), \(second)\n" }
        let comparison =
            switch component {
            case .float: fold == .largest ? "fcmp ogt" : "fcmp olt"
            case .byte: fold == .largest ? "icmp ugt" : "icmp ult"
            }
        return """
              \(result).more = \(comparison) \(type) \(second), \(first)
              \(result) = select <\(width) x i1> \(result).more, \(type) \(second), \(type) \(first)

            """
    }

    private var alignment: Int { component == .float ? 4 : 1 }

    private func store(_ value: String, _ place: String, _ width: Int) -> String {
        "  store \(component.vector(width)) \(value), ptr \(place), align \(alignment)\n"
    }

    private func load(_ result: String, _ pointer: String, _ offset: String, _ width: Int) -> String {
        """
          \(result).place = getelementptr \(component.type), ptr \(pointer), i64 \(offset)
          \(result) = load \(component.vector(width)), ptr \(result).place, align \(alignment)

        """
    }

    private func join(_ fold: Fold) -> String {
        "define void @\(joinName(fold))(ptr %above, ptr %below, ptr %pair, ptr %column, i64 %count) #0 {\n"
            + loops(exit: "body") { block in
                let (name, width) = (block.name, block.width)
                return (0..<block.count).map { index in
                    let own = "%\(name).\(index)"
                    var result = "  \(own).x = add i64 %\(name).x, \(index * width)\n"
                    for line in ["above", "below", "column"] {
                        result += load("\(own).\(line)", "%\(line)", "\(own).x", width)
                    }
                    result += combine(fold, "\(own).joined", "\(own).above", "\(own).below", width)
                    result += combine(fold, "\(own).grown", "\(own).column", "\(own).joined", width)
                    if fold == .sum {
                        result += "  \(own).pair.place = getelementptr float, ptr %pair, i64 \(own).x\n"
                        result += store("\(own).joined", "\(own).pair.place", width)
                    }
                    return result + store("\(own).grown", "\(own).column.place", width)
                }.joined()
            } + "}\n"
    }

    private func merge(_ fold: Fold) -> String {
        "define void @\(mergeName(fold))(ptr %first, ptr %second, ptr %result, i64 %count) #0 {\n"
            + loops(exit: "body") { block in
                let (name, width) = (block.name, block.width)
                return (0..<block.count).map { index in
                    let own = "%\(name).\(index)"
                    return "  \(own).x = add i64 %\(name).x, \(index * width)\n"
                        + load("\(own).first", "%first", "\(own).x", width)
                        + load("\(own).second", "%second", "\(own).x", width)
                        + combine(fold, "\(own).both", "\(own).first", "\(own).second", width)
                        + "  \(own).place = getelementptr \(component.type), ptr %result, i64 \(own).x\n"
                        + store("\(own).both", "\(own).place", width)
                }.joined()
            } + "}\n"
    }

    /// What is folded for each tap.
    private enum Taps {
        /// The result and both values of every tap.
        case pairs
        /// The result and one value of every tap.
        case single
        /// One value of every tap.
        case only
    }

    private func fold(_ fold: Fold, _ taps: Taps) -> String {
        let name: String
        switch taps {
        case .pairs: name = foldName(fold)
        case .single: name = gatherName(fold)
        // With NaN, the result would depend on the order in which values are folded.
        case .only where component == .float: return ""
        case .only: name = coverName(fold)
        }
        return
            "define void @\(name)(ptr %line, ptr %offsets, ptr %weights, i64 %taps, ptr %result, i64 %count) #0 {\n"
            + loops(exit: "store") { foldBlock(fold, $0, taps) } + "}\n"
    }

    private func foldBlock(_ fold: Fold, _ block: OperatorEmitter.Block, _ taps: Taps) -> String {
        let (name, width) = (block.name, block.width)
        let type = component.vector(width)
        let indices = 0..<block.count
        var result = """
              %\(name).line = getelementptr \(component.type), ptr %line, i64 %\(name).x
              %\(name).result = getelementptr \(component.type), ptr %result, i64 %\(name).x

            """
        if taps == .only {
            result += """
                  %\(name).first.offset = load i64, ptr %offsets
                  %\(name).first = getelementptr i8, ptr %\(name).line, i64 %\(name).first.offset

                """
        }
        let start = taps == .only ? "%\(name).first" : "%\(name).result"
        for index in indices {
            result += load("%\(name).start\(index)", start, "\(index * width)", width)
        }
        result += """
              br label %\(name).tap
            \(name).tap:
              %\(name).t = phi i64 [\(taps == .only ? 1 : 0), %\(name).body], [%\(name).t.next, %\(name).tap]

            """
        for index in indices {
            result += "  %\(name).sum\(index) = phi \(type) [%\(name).start\(index), %\(name).body], "
            result += "[%\(name).more\(index), %\(name).tap]\n"
        }
        result += """
              %\(name).offset.place = getelementptr i64, ptr %offsets, i64 %\(name).t
              %\(name).offset = load i64, ptr %\(name).offset.place
              %\(name).back = sub i64 0, %\(name).offset
              %\(name).right = getelementptr i8, ptr %\(name).line, i64 %\(name).offset
              %\(name).left = getelementptr i8, ptr %\(name).line, i64 %\(name).back

            """
        if fold == .sum {
            result += """
                  %\(name).weight.place = getelementptr float, ptr %weights, i64 %\(name).t
                  %\(name).weight = load float, ptr %\(name).weight.place

                """
            result += emitter.splat("%\(name).factor", "%\(name).weight", width)
        }
        for index in indices {
            let (more, sum) = ("%\(name).more\(index)", "%\(name).sum\(index)")
            result += load("%\(name).right\(index)", "%\(name).right", "\(index * width)", width)
            var both = "%\(name).right\(index)"
            if taps == .pairs {
                both = "%\(name).both\(index)"
                result += load("%\(name).left\(index)", "%\(name).left", "\(index * width)", width)
                result += combine(fold, both, "%\(name).right\(index)", "%\(name).left\(index)", width)
            }
            result +=
                fold == .sum
                ? emitter.multiplyAdd(more, both, "%\(name).factor", sum, width)
                : combine(fold, more, sum, both, width)
        }
        result += """
              %\(name).t.next = add i64 %\(name).t, 1
              %\(name).isLast = icmp eq i64 %\(name).t.next, %taps
              br i1 %\(name).isLast, label %\(name).store, label %\(name).tap
            \(name).store:

            """
        for index in indices {
            result += """
                  %\(name).target\(index) = getelementptr \(component.type), ptr %\(name).result, i64 \(index * width)
                  store \(type) %\(name).more\(index), ptr %\(name).target\(index), align \(alignment)

                """
        }
        return result
    }
}
