extension BlockMachine {
    /// Computes r = array[a] for every pixel.
    func loadElement(_ array: Int, _ instruction: BlockInstruction) {
        let (offset, size) = arrays[array]
        let elements = (base + offset).assumingMemoryBound(to: Int32.self)
        let index = pointer(instruction.operands[0], as: Int32.self)
        let r = pointer(instruction.results[0], as: Int32.self)
        if instruction.shape.contains(.uniformA) {
            r.update(from: elements + clamped(index[0], size) * blockLanes, count: lanes)
            return
        }
        for i in 0..<lanes { r[i] = elements[clamped(index[i], size) * blockLanes + i] }
    }

    /// Stores array[a] = b for every pixel, or for active pixels only.
    func storeElement(_ array: Int, _ instruction: BlockInstruction) {
        let (offset, size) = arrays[array]
        let elements = (base + offset).assumingMemoryBound(to: Int32.self)
        let index = pointer(instruction.operands[0], as: Int32.self)
        let value = pointer(instruction.operands[1], as: Int32.self)
        let state = pointer(Int32(stateOffset), as: Int32.self)
        let activeOnly = instruction.shape.contains(.activeOnly)
        let uniformValue = instruction.shape.contains(.uniformB)
        if instruction.shape.contains(.uniformA) {
            let row = elements + clamped(index[0], size) * blockLanes
            var i = 0
            if activeOnly {
                while i < lanes {
                    let new = uniformValue ? value[0] : value[i]
                    row[i] = state[i] == 0 ? new : row[i]
                    i &+= 1
                }
            } else if uniformValue {
                row.update(repeating: value[0], count: lanes)
            } else {
                row.update(from: value, count: lanes)
            }
            return
        }
        for i in 0..<lanes where !activeOnly || state[i] == 0 {
            elements[clamped(index[i], size) * blockLanes + i] = uniformValue ? value[0] : value[i]
        }
    }

    @inline(__always)
    private func clamped(_ index: Int32, _ size: Int) -> Int { min(max(0, Int(index)), size - 1) }
}
