import Foundation
import KernelLanguage
import Pixels

extension ImageNode: CustomStringConvertible {
    /// Maximum number of lines of a description. Longer ones end with a note that the recipe continues.
    package static let descriptionLineLimit = 400

    /// The recipe as an indented tree, from the last step to its inputs. Each line states an operation, its parameters
    /// and its extent.
    ///
    /// A node that is read in several places is printed once with a number, and referred to by that number afterwards.
    /// No pixels of files are read.
    package var description: String {
        let readers = ReaderCounts(of: self)
        var numbers: [ObjectIdentifier: Int] = [:]
        var lines: [String] = []
        // Inputs are pushed in reverse order. An explicit stack is used because recipes may be very deep.
        var pending: [(node: ImageNode, label: String, depth: Int)] = [(self, "", 0)]
        while let (node, label, depth) = pending.popLast() {
            if lines.count == Self.descriptionLineLimit {
                lines.append("… and more: the recipe is longer than \(Self.descriptionLineLimit) lines")
                break
            }
            // Deeper indentation would only make lines longer, not clearer.
            let indentation = String(repeating: "  ", count: min(depth, 40))
            let identity = ObjectIdentifier(node)
            if let number = numbers[identity] {
                lines.append("\(indentation)\(label)#\(number), see above")
                continue
            }
            var mark = ""
            if readers[node] > 1 {
                numbers[identity] = numbers.count + 1
                mark = "#\(numbers.count) "
            }
            lines.append("\(indentation)\(label)\(mark)\(node.summary)")
            let labels = node.inputLabels
            for (index, input) in node.operation.inputs.enumerated().reversed() {
                pending.append((input, index < labels.count ? labels[index] : "", depth + 1))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// This step alone, in one line: operation, parameters, extent.
    package var summary: String {
        let parts = [operation.name, operation.parameterText, "extent=\(extent.briefDescription)"]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var inputLabels: [String] { inputNames.map { "\($0): " } }

    /// The names of a kernel's image parameters; empty for other operations.
    var inputNames: [String] {
        guard case .kernel(let application) = operation else { return [] }
        let names = application.program.parameters.filter(\.type.isImage).map(\.name)
        return application.program.kind == .warp ? names + ["image"] : names
    }
}

extension ImageOperation {
    /// The operation's parameters as text.
    var parameterText: String {
        switch self {
        case .source(let source, let colorManaged):
            let space = colorManaged ? source.colorSpace?.name ?? "unmanaged" : "unmanaged"
            return "\(source.width)×\(source.height) \(space) \(source.alphaState.rawValue)"
        case .rawSource(let source):
            return "\(source.width)×\(source.height) as stored \(source.alphaState.rawValue)"
        case .constant(let color): return color.briefDescription
        case .crop(_, let rect), .clamp(_, let rect): return rect.briefDescription
        case .transform(_, let t, let interpolation):
            let entries = [t.a, t.b, t.c, t.d, t.tx, t.ty].map(\.briefDescription)
            return "[\(entries.joined(separator: " "))] \(interpolation.rawValue)"
        case .convert(_, let from, let to):
            return "\(from?.name ?? "working space") → \(to?.name ?? "working space")"
        case .kernel(let application): return application.numbersText
        case .premultiply, .unpremultiply, .native: return ""
        }
    }
}

extension KernelApplication {
    fileprivate var numbersText: String {
        let pairs = zip(program.parameters, arguments).compactMap { parameter, argument -> String? in
            switch argument {
            case .image: return nil
            case .color(let color): return "\(parameter.name)=\(color.briefDescription)"
            case .numbers(let numbers):
                let text = numbers.map { CGFloat($0).briefDescription }.joined(separator: " ")
                return numbers.count == 1 ? "\(parameter.name)=\(text)" : "\(parameter.name)=[\(text)]"
            }
        }
        return pairs.joined(separator: " ")
    }
}

extension GraphColor {
    fileprivate var briefDescription: String {
        let numbers = (0..<4).map { CGFloat(components[$0]).briefDescription }.joined(separator: " ")
        return "(\(numbers)\(colorSpace.map { " \($0.name ?? "unnamed space")" } ?? ""))"
    }
}

extension CGRect {
    fileprivate var briefDescription: String {
        if isNull { return "[empty]" }
        if isInfinite { return "[infinite]" }
        return "[\([minX, minY, width, height].map(\.briefDescription).joined(separator: " "))]"
    }
}

extension CGFloat {
    /// The number with up to six significant digits.
    fileprivate var briefDescription: String { String(format: "%g", Double(self)) }
}
