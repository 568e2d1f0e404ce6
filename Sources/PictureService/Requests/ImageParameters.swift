import PictureWorker

/// What a request's query says about the result.
package struct ImageParameters: Hashable, Sendable {
    /// Whether a result keeps its proportions within the size, or fills it.
    package enum Fit: String, CaseIterable, Sendable { case fit, fill }

    package var width: Int?
    package var height: Int?
    package var fit = Fit.fit
    package var quality: Double?
    package var format: ResultFormat?
    /// The time after which the address isn't valid any more, in seconds since 1970.
    package var expiry: Int?
    /// The chain of filters, for pictures that clients send.
    package var chain: String?

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - takesChain: Whether a chain may be given, and no signature.
    ///   - images: The sizes that are allowed. Nil for all.
    /// - Throws: `Problem` for an unknown parameter or a value that isn't allowed.
    package init(
        _ query: [(name: String, value: String)], takesChain: Bool, images: ImageSettings?
    ) throws(Problem) {
        let known = ["w", "h", "fit", "q", "format"] + (takesChain ? ["chain"] : ["e", "s"])
        for (name, value) in query {
            switch name {
            case _ where !known.contains(name): throw Self.unknown(name, known)
            case "w": width = try Self.number(value, name, images?.widths.range ?? 1...1 << 16)
            case "h": height = try Self.number(value, name, images?.heights.range ?? 1...1 << 16)
            case "fit":
                guard let given = Fit(rawValue: value) else { throw Self.bad(name, "fit or fill") }
                fit = given
            case "q": quality = Double(try Self.number(value, name, 1...100)) / 100
            case "format":
                guard let given = ResultFormat(rawValue: value) else {
                    throw Self.bad(name, ResultFormat.allCases.map(\.rawValue).joined(separator: ", "))
                }
                format = given
            case "e": expiry = try Self.number(value, name, 0...Int.max)
            case "chain": chain = value
            default: break
            }
        }
        guard fit == .fit || width != nil && height != nil else {
            throw Problem(
                .malformed, "The parameter fit=fill needs a width and a height.", remedy: "Give w and h, too.")
        }
    }

    /// The size of the result. A side that isn't given is only limited by the other one.
    package var size: ResultSize? {
        guard width != nil || height != nil else { return nil }
        let (width, height) = (width ?? 1 << 16, height ?? 1 << 16)
        return fit == .fit ? .fit(width: width, height: height) : .fill(width: width, height: height)
    }

    private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else { throw bad(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    private static func bad(_ name: String, _ expected: String) -> Problem {
        Problem(
            .malformed, "The parameter \(name) has a value that isn't allowed.", remedy: "Allowed is \(expected).")
    }

    private static func unknown(_ name: String, _ known: [String]) -> Problem {
        Problem(
            .malformed, "There is no parameter \(name.isEmpty ? "without a name" : "of that name") here.",
            remedy: "Known are \(known.joined(separator: ", ")).")
    }
}
