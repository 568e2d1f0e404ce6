import KernelLanguage

extension KernelEmitter {
    /// Whether some pixels may be inactive at this point.
    var hasParted: Bool { partingDepth > 0 || !waiting.isEmpty }

    /// Returns the mask of the active pixels.
    mutating func active() -> String {
        hasParted
            ? w.value("load \(w.vector("i1")), ptr \(activeSlot)") : w.splat(constant: "true", "i1")
    }

    /// Returns a register's value.
    mutating func read(_ register: Register) throws(EmissionError) -> CodeValue {
        let info = program.registers[register.index]
        if let slot = slots[register.index] {
            let type = typeText(info.type, isVector: !info.isUniform)
            return CodeValue(
                name: w.value("load \(type), ptr \(slot)"), type: info.type, isVector: !info.isUniform)
        }
        guard let value = values[register.index] else {
            throw .invalidProgram("register \(register.index) is read before it is written")
        }
        return value
    }

    /// Writes a value to a register. If pixels may be inactive, a variable keeps its value in the inactive ones.
    mutating func write(_ value: CodeValue, to register: Register) throws(EmissionError) {
        let info = program.registers[register.index]
        guard info.type == value.type else {
            throw .invalidProgram("register \(register.index) gets a value of another type")
        }
        guard let slot = slots[register.index] else {
            values[register.index] = value
            return
        }
        guard !info.isUniform else {
            guard !value.isVector else {
                throw .invalidProgram("uniform register \(register.index) gets a varying value")
            }
            w.line("store \(typeText(info.type, isVector: false)) \(value.name), ptr \(slot)")
            return
        }
        let type = typeText(info.type, isVector: true)
        var name = vectorName(value)
        if hasParted {
            let mask = active()
            let old = w.value("load \(type), ptr \(slot)")
            name = w.value("select \(w.vector("i1")) \(mask), \(type) \(name), \(type) \(old)")
        }
        w.line("store \(type) \(name), ptr \(slot)")
    }

    /// Returns the value as a vector, one element per pixel.
    mutating func vectorName(_ value: CodeValue) -> String {
        if value.isVector { return value.name }
        let type = typeText(value.type, isVector: false)
        // SSA names start with a percent sign. All other names are constants.
        return value.name.hasPrefix("%")
            ? w.splat(value.name, type) : w.splat(constant: value.name, type)
    }

    // MARK: Arrays

    /// Returns the type of a scalar in an array.
    func elementType(_ type: ScalarType) -> String { type == .float ? "float" : "i32" }

    /// Emits code that clears an array, since arrays are zero at the start of every block.
    mutating func clearArray(_ index: Int) {
        let type = w.vector(elementType(program.arrays[index].type))
        let (before, loop, after) = (w.newLabel("clear"), w.newLabel("clear"), w.newLabel("clear"))
        let (number, next) = (w.fresh(), w.fresh())
        w.start(before)
        w.start(loop)
        w.line("\(number) = phi i64 [ 0, %\(before) ], [ \(next), %\(loop) ]")
        let place = w.value("getelementptr \(type), ptr \(arraySlots[index]), i64 \(number)")
        w.line("store \(type) zeroinitializer, ptr \(place), align 4")
        w.line("\(next) = add nsw i64 \(number), 1")
        let isDone = w.value("icmp sge i64 \(next), \(program.arrays[index].count)")
        w.branch(isDone, after, loop)
        w.start(after)
    }

    /// Emits the address of a scalar in an array: a pointer to a vector if the index is uniform, else a vector of
    /// pointers.
    private mutating func element(_ array: Int, _ index: CodeValue) -> String {
        let type = typeText(.int, isVector: index.isVector)
        let name = index.isVector ? "llvm.s%.v\(lanes)i32" : "llvm.s%.i32"
        func constant(_ number: Int) -> String {
            index.isVector ? w.splat(constant: "\(number)", "i32") : "\(number)"
        }
        let last = constant(program.arrays[array].count - 1)
        let zero = constant(0)
        func bounded(_ operation: String, _ value: String, _ bound: String) -> String {
            let intrinsic = name.split(separator: "%").joined(separator: operation)
            return w.call(intrinsic, type, [(type, value), (type, bound)])
        }
        let held = bounded("min", bounded("max", index.name, zero), last)
        let element = w.vector(elementType(program.arrays[array].type))
        guard index.isVector else {
            let number = w.value("zext nneg i32 \(held) to i64")
            return w.value("getelementptr \(element), ptr \(arraySlots[array]), i64 \(number)")
        }
        // The scalars of neighbouring pixels are adjacent.
        let scaled = w.value("mul nsw \(type) \(held), \(w.splat(constant: "\(lanes)", "i32"))")
        let place = w.value("add nsw \(type) \(scaled), <\(FunctionWriter.indices(0..<lanes))>")
        let wide = w.value("zext nneg \(type) \(place) to \(w.vector("i64"))")
        let scalar = elementType(program.arrays[array].type)
        return w.value("getelementptr \(scalar), ptr \(arraySlots[array]), \(w.vector("i64")) \(wide)")
    }

    mutating func loadElement(_ array: Int, _ index: CodeValue) -> CodeValue {
        let info = program.arrays[array]
        let scalar = elementType(info.type)
        let place = element(array, index)
        var name: String
        if index.isVector {
            let kind = scalar == "float" ? "f32" : "i32"
            name = w.call(
                "llvm.masked.gather.v\(lanes)\(kind).v\(lanes)p0", w.vector(scalar),
                [
                    (w.vector("ptr"), place), ("i32", "4"), (w.vector("i1"), w.splat(constant: "true", "i1")),
                    (w.vector(scalar), "poison"),
                ])
        } else {
            name = w.value("load \(w.vector(scalar)), ptr \(place), align 4")
        }
        if info.type == .bool { name = w.value("icmp ne \(w.vector("i32")) \(name), zeroinitializer") }
        return CodeValue(name: name, type: info.type, isVector: true)
    }

    mutating func storeElement(_ array: Int, _ index: CodeValue, _ value: CodeValue) {
        let info = program.arrays[array]
        let scalar = elementType(info.type)
        let type = w.vector(scalar)
        let place = element(array, index)
        var name = vectorName(value)
        if info.type == .bool { name = w.value("sext \(w.vector("i1")) \(name) to \(type)") }
        let mask = active()
        if index.isVector {
            let kind = scalar == "float" ? "f32" : "i32"
            let function = "llvm.masked.scatter.v\(lanes)\(kind).v\(lanes)p0"
            declarations.insert("declare void @\(function)(\(type), \(w.vector("ptr")), i32, \(w.vector("i1")))")
            w.line(
                "call void @\(function)(\(type) \(name), \(w.vector("ptr")) \(place), i32 4, \(w.vector("i1")) \(mask))"
            )
            return
        }
        if hasParted {
            let old = w.value("load \(type), ptr \(place), align 4")
            name = w.value("select \(w.vector("i1")) \(mask), \(type) \(name), \(type) \(old)")
        }
        w.line("store \(type) \(name), ptr \(place), align 4")
    }
}
