import KernelLanguage

/// Builds code that rules add to programs.
struct CodeBuilder {
    var registers: [RegisterInfo]
    let span: SourceSpan
    var prologue: [Instruction] = []
    var body: [Statement] = []

    init(registers: [RegisterInfo], span: SourceSpan) { (self.registers, self.span) = (registers, span) }

    private mutating func register(_ type: ScalarType, uniform: Bool = false, variable: Bool = false) -> Register {
        registers.append(RegisterInfo(type: type, isUniform: uniform, isVariable: variable))
        return Register(registers.count - 1)
    }

    private mutating func argument(_ parameter: Int, _ component: Int) -> Register {
        let result = register(.float, uniform: true)
        prologue.append(
            Instruction(.argument(parameter: parameter, component: component), [], to: [result], span: span))
        return result
    }

    private mutating func value(_ opcode: Opcode, _ operands: [Register], _ type: ScalarType) -> Register {
        let result = register(type)
        body.append(.compute(Instruction(opcode, operands, to: [result], span: span)))
        return result
    }

    private mutating func destination() -> [Register] {
        let results = [register(.float), register(.float)]
        body.append(.compute(Instruction(.destCoord, [], to: results, span: span)))
        return results
    }

    /// Returns registers with the pixel's coordinates plus those in a parameter.
    mutating func shiftedDestination(by parameter: Int) -> [Register] {
        let place = destination()
        return (0..<2).map { axis in value(.addFloat, [place[axis], argument(parameter, axis)], .float) }
    }

    /// Returns registers with the coordinates of the pixel of another image that `Sampling` describes by the numbers in
    /// a parameter: factors and offsets of both axes.
    mutating func sampledDestination(by parameter: Int) -> [Register] {
        let place = destination()
        let half = register(.float, uniform: true)
        prologue.append(Instruction(.constantFloat(0.5), [], to: [half], span: span))
        return (0..<2).map { axis in
            let scaled = value(.multiplyFloat, [place[axis], argument(parameter, axis)], .float)
            let moved = value(.addFloat, [scaled, argument(parameter, axis + 2)], .float)
            return value(.addFloat, [value(.floor, [moved], .float), half], .float)
        }
    }

    /// Returns a register that states whether the pixel lies between the edges in a parameter. Pixel centres are never
    /// on an edge.
    mutating func isDestinationInside(_ parameter: Int) -> Register {
        let place = destination()
        let checks = (0..<2).map { axis in
            let above = value(.lessFloat, [argument(parameter, axis), place[axis]], .bool)
            let below = value(.lessFloat, [place[axis], argument(parameter, axis + 2)], .bool)
            return value(.andBool, [above, below], .bool)
        }
        return value(.andBool, checks, .bool)
    }

    /// Returns registers with the values where the condition is true, and 0 elsewhere.
    mutating func select(_ condition: Register, _ values: [Register]) -> [Register] {
        let zero = register(.float, uniform: true)
        prologue.append(Instruction(.constantFloat(0), [], to: [zero], span: span))
        return values.map { value(.select, [condition, $0, zero], .float) }
    }

    /// Returns registers with the values that `code` computes where the condition is true, and 0 elsewhere. The code
    /// doesn't run elsewhere.
    mutating func branch(_ condition: Register, _ code: [Statement], _ values: [Register]) -> [Register] {
        let results = values.map { _ in register(.float, variable: true) }
        let moves = zip(values, results).map { Statement.compute(Instruction(.move, [$0], to: [$1], span: span)) }
        body.append(.branch(condition: condition, then: code + moves, otherwise: [], span: span))
        return results
    }

    /// Marks the registers from `first` on as varying between pixels, except those that `prologue` computes.
    mutating func demoteToVarying(from first: Int, except prologue: [Instruction]) {
        let uniform = Set(prologue.flatMap(\.results).map(\.index))
        for index in first..<registers.count where !uniform.contains(index) { registers[index].isUniform = false }
    }
}
