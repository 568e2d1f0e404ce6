import KernelLanguage

extension KernelEmitter {
    /// Whether some pixels may be inactive at this point.
    var hasInactivePixels: Bool { divergenceDepth > 0 || !waiting.isEmpty }

    /// Returns the mask of the active pixels.
    mutating func active() -> String {
        hasInactivePixels
            ? writer.value("load \(writer.vector("i1")), ptr \(activeSlot)") : writer.splat(constant: "true", "i1")
    }

    /// Returns a register's value.
    mutating func read(_ register: Register) throws(EmissionError) -> CodeValue {
        let info = program.registers[register.index]
        if let slot = slots[register.index] {
            let type = typeText(info.type, isVector: !info.isUniform)
            return CodeValue(
                name: writer.value("load \(type), ptr \(slot)"), type: info.type, isVector: !info.isUniform)
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
            writer.line("store \(typeText(info.type, isVector: false)) \(value.name), ptr \(slot)")
            return
        }
        let type = typeText(info.type, isVector: true)
        var name = vectorName(value)
        if hasInactivePixels {
            let mask = active()
            let old = writer.value("load \(type), ptr \(slot)")
            name = writer.value("select \(writer.vector("i1")) \(mask), \(type) \(name), \(type) \(old)")
        }
        writer.line("store \(type) \(name), ptr \(slot)")
    }

    /// Returns the value as a vector, one element per pixel.
    mutating func vectorName(_ value: CodeValue) -> String {
        if value.isVector { return value.name }
        let type = typeText(value.type, isVector: false)
        // SSA names start with a percent sign. All other names are constants.
        return value.name.hasPrefix("%")
            ? writer.splat(value.name, type) : writer.splat(constant: value.name, type)
    }

    // MARK: Arrays

    /// Returns the type of a scalar in an array.
    func elementType(_ type: ScalarType) -> String { type == .float ? "float" : "i32" }

    /// Emits code that clears an array, since arrays are zero at the start of every block.
    mutating func clearArray(_ index: Int) {
        let type = writer.vector(elementType(program.arrays[index].type))
        let (before, loop, after) = (writer.newLabel("clear"), writer.newLabel("clear"), writer.newLabel("clear"))
        let (number, next) = (writer.fresh(), writer.fresh())
        writer.start(before)
        writer.start(loop)
        writer.line("\(number) = phi i64 [ 0, %\(before) ], [ \(next), %\(loop) ]")
        let place = writer.value("getelementptr \(type), ptr \(arraySlots[index]), i64 \(number)")
        writer.line("store \(type) zeroinitializer, ptr \(place), align 4")
        writer.line("\(next) = add nsw i64 \(number), 1")
        let isDone = writer.value("icmp sge i64 \(next), \(program.arrays[index].count)")
        writer.branch(isDone, after, loop)
        writer.start(after)
    }

    /// Emits the address of a scalar in an array: a pointer to a vector if the index is uniform, else a vector of
    /// pointers.
    private mutating func element(_ array: Int, _ index: CodeValue) -> String {
        let type = typeText(.int, isVector: index.isVector)
        let name = index.isVector ? "llvm.s%.v\(lanes)i32" : "llvm.s%.i32"
        func constant(_ number: Int) -> String {
            index.isVector ? writer.splat(constant: "\(number)", "i32") : "\(number)"
        }
        let last = constant(program.arrays[array].count - 1)
        let zero = constant(0)
        func bounded(_ operation: String, _ value: String, _ bound: String) -> String {
            let intrinsic = name.split(separator: "%").joined(separator: operation)
            return writer.call(intrinsic, type, [(type, value), (type, bound)])
        }
        let held = bounded("min", bounded("max", index.name, zero), last)
        let element = writer.vector(elementType(program.arrays[array].type))
        guard index.isVector else {
            let number = writer.value("zext nneg i32 \(held) to i64")
            return writer.value("getelementptr \(element), ptr \(arraySlots[array]), i64 \(number)")
        }
        // The scalars of neighbouring pixels are adjacent.
        let scaled = writer.value("mul nsw \(type) \(held), \(writer.splat(constant: "\(lanes)", "i32"))")
        let place = writer.value("add nsw \(type) \(scaled), <\(FunctionWriter.indices(0..<lanes))>")
        let wide = writer.value("zext nneg \(type) \(place) to \(writer.vector("i64"))")
        let scalar = elementType(program.arrays[array].type)
        return writer.value("getelementptr \(scalar), ptr \(arraySlots[array]), \(writer.vector("i64")) \(wide)")
    }

    mutating func loadElement(_ array: Int, _ index: CodeValue) -> CodeValue {
        let info = program.arrays[array]
        let scalar = elementType(info.type)
        let place = element(array, index)
        var name: String
        if index.isVector {
            let kind = scalar == "float" ? "f32" : "i32"
            name = writer.call(
                "llvm.masked.gather.v\(lanes)\(kind).v\(lanes)p0", writer.vector(scalar),
                [
                    (writer.vector("ptr"), place), ("i32", "4"),
                    (writer.vector("i1"), writer.splat(constant: "true", "i1")),
                    (writer.vector(scalar), "poison"),
                ])
        } else {
            name = writer.value("load \(writer.vector(scalar)), ptr \(place), align 4")
        }
        if info.type == .bool { name = writer.value("icmp ne \(writer.vector("i32")) \(name), zeroinitializer") }
        return CodeValue(name: name, type: info.type, isVector: true)
    }

    mutating func storeElement(_ array: Int, _ index: CodeValue, _ value: CodeValue) {
        let info = program.arrays[array]
        let scalar = elementType(info.type)
        let type = writer.vector(scalar)
        let place = element(array, index)
        var name = vectorName(value)
        if info.type == .bool { name = writer.value("sext \(writer.vector("i1")) \(name) to \(type)") }
        let mask = active()
        if index.isVector {
            let kind = scalar == "float" ? "f32" : "i32"
            let function = "llvm.masked.scatter.v\(lanes)\(kind).v\(lanes)p0"
            declarations.insert(
                "declare void @\(function)(\(type), \(writer.vector("ptr")), i32, \(writer.vector("i1")))")
            writer.line(
                "call void @\(function)(\(type) \(name), \(writer.vector("ptr")) \(place), i32 4, \(writer.vector("i1")) \(mask))"
            )
            return
        }
        if hasInactivePixels {
            let old = writer.value("load \(type), ptr \(place), align 4")
            name = writer.value("select \(writer.vector("i1")) \(mask), \(type) \(name), \(type) \(old)")
        }
        writer.line("store \(type) \(name), ptr \(place), align 4")
    }
}
