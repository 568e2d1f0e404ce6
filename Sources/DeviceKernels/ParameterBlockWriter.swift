/// Stores fields of a parameter block. The memory must contain every field that is set.
struct ParameterBlockWriter {
    /// The block.
    let memory: UnsafeMutableRawBufferPointer
    /// Offset of the fields of the current image in bytes.
    var offset = 0

    /// Stores a field that every kernel has.
    func set(_ field: ParameterBlockLayout.Field, _ value: Int) { store(Int64(value), at: field.offset) }

    /// Stores an address in a field that every kernel has.
    func set(_ field: ParameterBlockLayout.Field, _ value: UInt64) { store(value, at: field.offset) }

    /// Stores a field of the current image.
    func set(_ field: ParameterBlockLayout.ImageField, _ value: Int) { store(Int64(value), at: offset + field.offset) }

    /// Stores an address in a field of the current image.
    func set(_ field: ParameterBlockLayout.ImageField, _ value: UInt64) { store(value, at: offset + field.offset) }

    /// Stores a double in a field of the current image.
    func set(_ field: ParameterBlockLayout.ImageField, _ value: Double) {
        store(value.bitPattern, at: offset + field.offset)
    }

    /// Stores four bytes at an offset in the block.
    func set(_ place: Int, _ value: UInt32) { store(value, at: place) }

    private func store<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at place: Int) {
        memory.storeBytes(of: value.littleEndian, toByteOffset: place, as: Value.self)
    }
}
