import DeviceKernels

/// Access to parameter blocks.
extension FunctionWriter {
    /// The type of a pointer to memory that the device's threads share.
    static var devicePointer: String { "ptr addrspace(1)" }

    /// Loads a field of a parameter block, or of an image in it. Fields never change while a kernel runs, so the load
    /// is invariant.
    func blockField(_ type: String, at offset: Int, of pointer: String) -> String {
        let place = value("getelementptr i8, \(Self.devicePointer) \(pointer), i64 \(offset)")
        return value("load \(type), \(Self.devicePointer) \(place), align 8, !invariant.load !0")
    }

    /// Loads a field that every kernel has.
    func blockField(_ type: String, _ field: ParameterBlockLayout.Field) -> String {
        blockField(type, at: field.offset, of: "%block")
    }

    /// Loads a field of an image.
    func blockField(_ type: String, _ field: ParameterBlockLayout.ImageField, of image: String) -> String {
        blockField(type, at: field.offset, of: image)
    }

    /// Calls a binary intrinsic for integers of a type.
    func integerIntrinsic(_ name: String, _ type: String, _ a: String, _ b: String) -> String {
        call("llvm.\(name).\(type)", type, [(type, a), (type, b)])
    }
}
