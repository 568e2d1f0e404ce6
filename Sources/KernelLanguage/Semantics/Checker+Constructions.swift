extension Checker {
    /// Checks `vec3(…)`, `float(…)`, `mat2(…)`.
    mutating func construction(of type: KernelType, _ arguments: [ExpressionID], _ span: SourceSpan) -> TypedID {
        let values = arguments.map { expression($0) }
        if values.contains(where: { self.type($0).isInvalid }) { return invalid(span) }
        guard type.isNumeric, let scalar = type.scalarType else {
            return fail("\(type) cannot be made from values", span)
        }
        for value in values where !self.type(value).isNumeric {
            let isImage = self.type(value).isSampler
            return fail(
                "\(type) cannot be made from \(self.type(value))", self.span(value),
                help: isImage ? "sample the image first: sample(s, samplerCoord(s))" : nil)
        }
        guard let first = values.first else {
            return fail("\(type)() has no arguments", span, help: "write \(type)(0.0)")
        }
        let needed = type.elementSize
        if values.count == 1 {
            let source = self.type(first)
            if source == type { return first }
            if type.isMatrix, source.isScalar {
                let value = converted(first, to: .float)
                return add(.diagonal(value), type, span, children: [value])
            }
            if type.isMatrix, source.isMatrix { return add(.resize(first), type, span, children: [first]) }
            if type.isScalar, source.isScalar {
                let constant = context.body[first].constant
                return add(.convert(first), type, span, children: [first], constant: scalar == .int ? constant : nil)
            }
            // One scalar fills a vector. A longer vector is truncated.
            if source.isScalar { return add(.construct([first]), type, span, children: [first]) }
        }
        var total = 0
        for value in values {
            if total >= needed {
                return fail(
                    "\(type) has \(needed) components, and the arguments before this one fill them", self.span(value),
                    help: "remove it, or use a wider type")
            }
            total += self.type(value).elementSize
        }
        if total < needed {
            return fail(
                "\(type) needs \(needed) components, and the arguments have \(total)", span,
                help: type.isVector && total == 3 && needed == 4
                    ? "add the alpha: vec4(rgb, 1.0)" : "add the missing components")
        }
        if type.isMatrix, total > needed {
            return fail("\(type) needs \(needed) components, and the arguments have \(total)", span)
        }
        return add(.construct(values), type, span, children: values)
    }

    /// Checks `float[3](…)` and `{ … }`.
    mutating func arrayConstruction(
        of element: KernelType, count: Int, _ arguments: [ExpressionID], _ span: SourceSpan
    ) -> TypedID {
        guard element.isNumeric, count > 0 else {
            return fail("an array cannot be made of \(count) × \(element)", span)
        }
        guard arguments.count == count else {
            return fail("the array has \(count) elements, and there are \(arguments.count) values", span)
        }
        var values: [TypedID] = []
        for argument in arguments {
            let value = expression(argument)
            values.append(convert(value, to: element, for: "an element of the array"))
        }
        if values.contains(where: { type($0).isInvalid }) { return invalid(span) }
        return add(.construct(values), KernelType(element.base, count: count), span, children: values)
    }
}
