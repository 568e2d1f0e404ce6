/// The function that computes the median of three rows of pixels, component by component, as `Median` describes.
struct MedianEmitter {
    let emitter: OperatorEmitter
    let component: OperatorComponent

    /// Arguments: the pixels below, at and above the first pixel of the result, the result, number of components (a
    /// multiple of four). The pixel before the first one of each row and the one behind the last are read too.
    typealias Function =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

    var name: String { "median_\(component.rawValue)" }

    /// The function's text.
    var definition: String {
        "define void @\(name)(ptr %row0, ptr %row1, ptr %row2, ptr %result, i64 %count) #0 {\nentry:\n"
            + emitter.loops(over: emitter.blocks([1], of: component), exit: "body", body: body) + "}\n"
    }

    private func body(_ block: OperatorEmitter.Block) -> String {
        let (name, type) = (block.name, component.vector(block.width))
        var text = ""
        for row in 0..<3 {
            for column in 0..<3 {
                let own = "%\(name).p\(row)\(column)"
                text += """
                      \(own).x = add i64 %\(name).x, \(4 * (column - 1))
                      \(own).place = getelementptr \(component.type), ptr %row\(row), i64 \(own).x
                      \(own) = load \(type), ptr \(own).place, align \(alignment)

                    """
            }
        }
        for column in 0..<3 {
            let pixels = (0..<3).map { "%\(name).p\($0)\(column)" }
            text += sorted("%\(name).c\(column)", pixels, block.width)
        }
        func columns(_ part: String) -> [String] { (0..<3).map { "%\(name).c\($0).\(part)" } }
        let (least, most) = (columns("least"), columns("most"))
        text += extremum("%\(name).l", least[0], least[1], isLarger: true, block.width)
        text += extremum("%\(name).low", "%\(name).l", least[2], isLarger: true, block.width)
        text += extremum("%\(name).m", most[0], most[1], isLarger: false, block.width)
        text += extremum("%\(name).high", "%\(name).m", most[2], isLarger: false, block.width)
        text += sorted("%\(name).middles", columns("middle"), block.width)
        text += sorted(
            "%\(name).all", ["%\(name).low", "%\(name).middles.middle", "%\(name).high"], block.width)
        return text + """
              %\(name).target = getelementptr \(component.type), ptr %result, i64 %\(name).x
              store \(type) %\(name).all.middle, ptr %\(name).target, align \(alignment)

            """
    }

    private var alignment: Int { component == .float ? 4 : 1 }

    /// Emits `result.least`, `result.middle` and `result.most` of three vectors.
    private func sorted(_ result: String, _ values: [String], _ width: Int) -> String {
        extremum("\(result).low", values[0], values[1], isLarger: false, width)
            + extremum("\(result).high", values[0], values[1], isLarger: true, width)
            + extremum("\(result).least", "\(result).low", values[2], isLarger: false, width)
            + extremum("\(result).most", "\(result).high", values[2], isLarger: true, width)
            + extremum("\(result).upper", "\(result).high", values[2], isLarger: false, width)
            + extremum("\(result).middle", "\(result).low", "\(result).upper", isLarger: true, width)
    }

    private func extremum(
        _ result: String, _ first: String, _ second: String, isLarger: Bool, _ width: Int
    ) -> String {
        let comparison =
            switch component {
            case .float: isLarger ? "fcmp ogt" : "fcmp olt"
            case .byte: isLarger ? "icmp ugt" : "icmp ult"
            }
        let type = component.vector(width)
        return """
              \(result).second = \(comparison) \(type) \(second), \(first)
              \(result) = select <\(width) x i1> \(result).second, \(type) \(second), \(type) \(first)

            """
    }
}
