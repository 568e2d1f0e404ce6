import KernelLanguage

extension DeviceKernelEmitter {
    /// Returns a register's type in LLVM text.
    func typeText(_ type: ScalarType) -> String {
        switch type {
        case .float: "float"
        case .int: "i32"
        case .bool: "i1"
        }
    }

    /// Returns a register's value.
    func read(_ register: Register) throws(EmissionError) -> CodeValue {
        if let slot = slots[register.index] {
            let type = program.registers[register.index].type
            return CodeValue(name: writer.value("load \(typeText(type)), ptr \(slot)"), type: type, isVector: false)
        }
        guard let value = values[register.index] else {
            throw .invalidProgram("register \(register.index) is read before it is written")
        }
        return value
    }

    /// Writes a value to a register.
    mutating func write(_ value: CodeValue, to register: Register) throws(EmissionError) {
        guard program.registers[register.index].type == value.type else {
            throw .invalidProgram("register \(register.index) gets a value of another type")
        }
        guard let slot = slots[register.index] else {
            values[register.index] = value
            return
        }
        writer.line("store \(typeText(value.type)) \(value.name), ptr \(slot)")
    }

    // MARK: Arrays

    /// Returns the type of a scalar in an array.
    func elementType(_ type: ScalarType) -> String { type == .float ? "float" : "i32" }

    /// Emits code that clears an array.
    func clearArray(_ index: Int) {
        let type = elementType(program.arrays[index].type)
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

    /// Emits the address of a scalar in an array.
    private func element(_ array: Int, _ index: CodeValue) -> String {
        let lifted = writer.integerIntrinsic("smax", "i32", index.name, "0")
        let held = writer.integerIntrinsic("smin", "i32", lifted, "\(program.arrays[array].count - 1)")
        let number = writer.value("zext nneg i32 \(held) to i64")
        let type = elementType(program.arrays[array].type)
        return writer.value("getelementptr \(type), ptr \(arraySlots[array]), i64 \(number)")
    }

    func loadElement(_ array: Int, _ index: CodeValue) -> CodeValue {
        let type = program.arrays[array].type
        let place = element(array, index)
        var name = writer.value("load \(elementType(type)), ptr \(place), align 4")
        if type == .bool { name = writer.value("icmp ne i32 \(name), 0") }
        return CodeValue(name: name, type: type, isVector: false)
    }

    func storeElement(_ array: Int, _ index: CodeValue, _ value: CodeValue) {
        let place = element(array, index)
        let name = value.type == .bool ? writer.value("zext i1 \(value.name) to i32") : value.name
        writer.line("store \(elementType(value.type)) \(name), ptr \(place), align 4")
    }
}
