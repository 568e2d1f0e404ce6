/// LLVM type names and short instruction sequences that all emitters use.
extension FunctionWriter {
    /// Returns the type of a vector with one value per pixel of a block.
    func vector(_ type: String) -> String { "<\(lanes) x \(type)>" }

    /// The result type of functions that compute one colour per pixel of a block.
    var colorType: String {
        let plane = vector("float")
        return "{ \(plane), \(plane), \(plane), \(plane) }"
    }

    /// Loads a field of the frame, or of an image in it. Fields never change while a kernel runs, so the load is
    /// invariant.
    func field(_ type: String, at offset: Int, of pointer: String) -> String {
        let place = value("getelementptr i8, ptr \(pointer), i64 \(offset)")
        return value("load \(type), ptr \(place), align 8, !invariant.load !0")
    }

    /// Loads a field of an image.
    func field(_ type: String, _ field: KernelFrame.ImageField, of image: String) -> String {
        self.field(type, at: field.offset, of: image)
    }

    /// Emits a test whether any lane of a mask is set.
    func any(_ mask: String) -> String {
        let bits = value("bitcast \(vector("i1")) \(mask) to i\(lanes)")
        return value("icmp ne i\(lanes) \(bits), 0")
    }

    /// Emits a test whether all lanes of a mask are set.
    func all(_ mask: String) -> String {
        let bits = value("bitcast \(vector("i1")) \(mask) to i\(lanes)")
        return value("icmp eq i\(lanes) \(bits), -1")
    }

    /// Emits an operation on each register of a block's vector, and returns the joined results.
    func byParts(
        _ whole: String, of type: String, to result: String, lanes count: Int, _ operation: (String) -> String
    ) -> String {
        guard lanes > count else { return operation(whole) }
        var parts = stride(from: 0, to: lanes, by: count).map { start in
            let places = Self.indices(start..<start + count)
            return operation(
                value("shufflevector \(vector(type)) \(whole), \(vector(type)) poison, <\(count) x i32> <\(places)>"))
        }
        var size = count
        while parts.count > 1 {
            let half = "<\(size) x \(result)>"
            let places = "<\(2 * size) x i32> <\(Self.indices(0..<2 * size))>"
            parts = stride(from: 0, to: parts.count, by: 2).map { index in
                value("shufflevector \(half) \(parts[index]), \(half) \(parts[index + 1]), \(places)")
            }
            size *= 2
        }
        return parts[0]
    }

    /// Calls a unary or binary intrinsic for vectors of floats.
    func floatIntrinsic(_ name: String, _ operands: [String]) -> String {
        call("llvm.\(name).v\(lanes)f32", vector("float"), operands.map { (vector("float"), $0) })
    }

    /// Extracts the four components of a colour that a function returned.
    func parts(ofColor color: String) -> [String] {
        (0..<4).map { value("extractvalue \(colorType) \(color), \($0)") }
    }

    /// Ends the function by returning a colour.
    func returnColor(_ color: [String]) {
        var result = "poison"
        for (index, part) in color.enumerated() {
            result = value("insertvalue \(colorType) \(result), \(vector("float")) \(part), \(index)")
        }
        end("ret \(colorType) \(result)")
    }

    /// Returns numbers as the elements of a constant vector of i32.
    static func indices(_ numbers: some Sequence<Int>) -> String {
        numbers.map { "i32 \($0)" }.joined(separator: ", ")
    }

    /// Returns a float constant in LLVM's notation: the bits of the double with the same value.
    static func float(_ value: Float) -> String { double(Double(value)) }

    /// Returns a double constant in LLVM's notation.
    static func double(_ value: Double) -> String {
        let digits = String(value.bitPattern, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
