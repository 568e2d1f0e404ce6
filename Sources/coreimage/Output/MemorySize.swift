import ArgumentParser

/// A number of bytes, as in `--memory`, with the suffix K, M, G or T for powers of 1024.
struct MemorySize: ExpressibleByArgument, Equatable {
    /// At least 1.
    let bytes: Int

    /// The smallest useful value, in bytes: rendering keeps a few strips of rows, and a tile on each core.
    static let least = 16 << 20

    /// The part of the option's help about memory that isn't counted.
    static let uncounted =
        " Not counted: some 60 MB for the program, what decoders and encoders hold, and a picture that can't be computed while it is "
        + "read, which is kept decoded: in memory up to 1 GiB, else in a temporary file."

    /// Returns the reason why the value of `--memory` is too small.
    ///
    /// - Parameter count: The number of pictures at a time. Nil for a command with one picture.
    func refusal(pictures count: Int? = nil) -> String {
        let given = bytes == 1 ? "1 byte is" : "\(bytes) bytes are"
        guard let count, count > 1 else { return "--memory: \(given) too little; give at least 16M" }
        return "--memory: \(given) too little for \(count) pictures at a time; give at least 16M for each"
    }

    init?(argument: String) {
        var digits = argument.uppercased()[...]
        for ending in ["IB", "B"] where digits.hasSuffix(ending) {
            digits = digits.dropLast(ending.count)
            break
        }
        let powers: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
        var power = 0
        if let last = digits.last, let found = powers[last] {
            (power, digits) = (found, digits.dropLast())
        }
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits),
            let bytes = Int(exactly: (number * Double(1 << power)).rounded(.down)), bytes > 0
        else { return nil }
        self.bytes = bytes
    }
}
