extension Checker {
    /// Warns if a point to sample is `samplerCoord(s)` and a constant of more than 1. Coordinates of a sampler go from
    /// 0
    /// to 1 across its image, so that the point is outside of it; old kernels add pixels.
    ///
    /// Only sums that are sampled directly are examined, because `mod` and other functions may bring a point back.
    mutating func warnOfPixels(_ point: ExpressionID) {
        let node = context.tree[point]
        guard case .binary(let operation, let left, let right) = node.kind, !context.isPrelude else { return }
        let isMoved =
            switch operation {
            case .add: isCoordinate(left) && isLarge(right) || isCoordinate(right) && isLarge(left)
            case .subtract: isCoordinate(left) && isLarge(right)
            default: false
            }
        guard isMoved else { return }
        sink.warning(
            "this point is outside of the image, as sampler coordinates go from 0 to 1 across it", node.span,
            help: "to move by pixels, write samplerTransform(s, destCoord() + …)")
    }

    /// Whether an expression is `samplerCoord(s)` of a sampler. That of a `__sample` is in pixels.
    private func isCoordinate(_ id: ExpressionID) -> Bool {
        guard case .call("samplerCoord", let arguments) = context.tree[id].kind,
            functionsByName["samplerCoord"] == nil, arguments.count == 1,
            case .name(let name) = context.tree[arguments[0]].kind, case .variable(let image)? = lookUp(name)
        else { return false }
        return !context.body.variables[image].isSample
    }

    /// Whether an expression is a constant with a component of more than 1 or less than -1.
    private func isLarge(_ id: ExpressionID) -> Bool {
        switch context.tree[id].kind {
        case .float(let value): abs(value) > 1
        case .int(let value): value > 1 || value < -1
        case .unary(.minus, let operand), .unary(.plus, let operand): isLarge(operand)
        case .construct(_, .none, let parts): parts.contains { isLarge($0) }
        default: false
        }
    }
}
