/// Names of LLVM's types and the small idioms that all emitted code shares.
extension FunctionWriter {
    /// The type of one value for each pixel of a block.
    func vector(_ type: String) -> String { "<\(lanes) x \(type)>" }

    /// What functions return that compute a colour for each pixel.
    var colorType: String {
        let plane = vector("float")
        return "{ \(plane), \(plane), \(plane), \(plane) }"
    }

    /// A field of the frame, or of an image in it. Fields never change while a kernel runs.
    func field(_ type: String, at offset: Int, of pointer: String) -> String {
        let place = value("getelementptr i8, ptr \(pointer), i64 \(offset)")
        return value("load \(type), ptr \(place), align 8, !invariant.load !0")
    }

    /// A field of an image.
    func field(_ type: String, _ field: KernelFrame.ImageField, of image: String) -> String {
        self.field(type, at: field.offset, of: image)
    }

    /// Whether any lane of a mask is set.
    func any(_ mask: String) -> String {
        let bits = value("bitcast \(vector("i1")) \(mask) to i\(lanes)")
        return value("icmp ne i\(lanes) \(bits), 0")
    }

    /// Whether all lanes of a mask are set.
    func all(_ mask: String) -> String {
        let bits = value("bitcast \(vector("i1")) \(mask) to i\(lanes)")
        return value("icmp eq i\(lanes) \(bits), -1")
    }

    /// A unary or binary intrinsic on vectors of floats.
    func floatIntrinsic(_ name: String, _ operands: [String]) -> String {
        call("llvm.\(name).v\(lanes)f32", vector("float"), operands.map { (vector("float"), $0) })
    }

    /// A colour from the parts of a call's result.
    func parts(ofColor color: String) -> [String] {
        (0..<4).map { value("extractvalue \(colorType) \(color), \($0)") }
    }

    /// Returns a colour.
    func returnColor(_ color: [String]) {
        var result = "poison"
        for (index, part) in color.enumerated() {
            result = value("insertvalue \(colorType) \(result), \(vector("float")) \(part), \(index)")
        }
        end("ret \(colorType) \(result)")
    }

    /// Numbers as the elements of a constant vector of i32.
    static func indices(_ numbers: some Sequence<Int>) -> String {
        numbers.map { "i32 \($0)" }.joined(separator: ", ")
    }

    /// A float constant as LLVM writes it: the bits of the double of the same value.
    static func float(_ value: Float) -> String { double(Double(value)) }

    /// A double constant.
    static func double(_ value: Double) -> String {
        let digits = String(value.bitPattern, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
