import ImageGraph
import KernelLanguage
import Pixels

/// Describes everything that generated code depends on, as text. Equal texts mean equal code.
///
/// Names, spans and source text are left out. Constants are given as bits.
struct KernelDescription {
    private var text = ""

    /// Returns the description of a program for a layout, compiled for blocks of `lanes` pixels.
    static func text(_ program: Program, _ layout: KernelLayout, lanes: Int) -> String {
        var description = KernelDescription()
        description.write(program, layout, lanes)
        return description.text
    }

    private mutating func write(_ program: Program, _ layout: KernelLayout, _ lanes: Int) {
        text = "kernel \(KernelEmitter.version) \(lanes) \(program.kind.rawValue)\n"
        for image in layout.images {
            text +=
                "image \(name(image.format)) \(image.interpolation.rawValue) \(image.wrap.rawValue) \(image.isAligned)\n"
        }
        text += "output \(name(layout.output))\n"
        for parameter in program.parameters {
            text += "parameter \(parameter.type.scalarType.rawValue)\(parameter.type.componentCount)"
            text += parameter.type.isImage ? "i\n" : "\n"
        }
        for array in program.arrays { text += "array \(array.type.rawValue) \(array.count)\n" }
        for register in program.registers {
            text += register.type.rawValue.prefix(1)
            if register.isUniform { text += "u" }
            if register.isVariable { text += "v" }
            text += ","
        }
        text += "\n"
        for instruction in program.prologue { write(instruction) }
        text += "{"
        write(program.body)
        text += "}"
        write(program.outputs)
    }

    private func name(_ format: PixelFormat) -> String {
        "\(format.layout.rawValue).\(format.component.rawValue)" + (format.isPlanar ? ".planar" : "")
    }

    private mutating func write(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): write(instruction)
            case .branch(let condition, let then, let otherwise, _):
                text += "if \(condition.index){"
                write(then)
                text += "}{"
                write(otherwise)
                text += "}\n"
            case .block(let label, let body, _):
                text += "block \(label){"
                write(body)
                text += "}\n"
            case .loop(let body, _):
                text += "loop{"
                write(body)
                text += "}\n"
            case .exit(let label, _): text += "exit \(label)\n"
            }
        }
    }

    private mutating func write(_ instruction: Instruction) {
        if case .constantFloat(let value) = instruction.opcode {
            text += "f\(value.bitPattern)"
        } else {
            text += instruction.opcode.description
        }
        write(instruction.operands)
        text += "="
        write(instruction.results)
        text += "\n"
    }

    private mutating func write(_ registers: [Register]) { for register in registers { text += " \(register.index)" } }
}
