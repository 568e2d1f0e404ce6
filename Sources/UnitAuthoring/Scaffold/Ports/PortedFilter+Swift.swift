import KernelLanguage

extension PortedFilter {
    /// The source of the filter's class in Swift; nil if the key of an input isn't valid as a property name.
    var swiftClass: String? {
        let declarations = inputs.compactMap(\.declaration)
        guard declarations.count == inputs.count else { return nil }
        return """
            import CoreImage

            /// Applies the kernel `\(kernel.program.name)` to the inputs, in their order.
            final class \(className): CIFilter {
            \(declarations.joined())
                override var outputImage: CIImage? {
            \(body)    }

                private static let kernel: \(kernelClass) = \(kernelExpression)

                private static let source = \(delimiter)\"""
            \(sourceText)
            \"""\(delimiter)
            }

            """
    }

    private var images: [String] { inputs.filter { $0.className == "CIImage" }.map(\.key) }

    private var kernelClass: String { kernel.program.kind == .warp ? "CIWarpKernel" : "CIKernel" }

    private var kernelExpression: String {
        if kernel.isAlone { return "\(kernelClass)(source: source)!" }
        let named = "CIKernel.makeKernels(source: source)?.first { $0.name == \"\(kernel.program.name)\" }"
        return kernel.program.kind == .warp ? "(\(named) as? CIWarpKernel)!" : "(\(named))!"
    }

    private var body: String {
        guard let first = images.first else {
            return """
                        // The kernel paints everywhere; whoever uses the filter crops it.
                        Self.kernel.apply(extent: .infinite, roiCallback: { _, area in area }, arguments: [\(arguments)])

                """
        }
        let bound = images.map { "let \($0)" }.joined(separator: ", ")
        let image = kernel.program.kind == .warp ? "image: \(first), " : ""
        return """
                    guard \(bound) else { return nil }
            \(regions)        return Self.kernel.apply(
                        extent: \(extent), roiCallback: { \(region) },
                        \(image)arguments: [\(arguments)])

            """
    }

    private var region: String {
        if kernel.isForNonexecutable || preset?.margin == 0 { return "_, area in area" }
        guard let margin = preset?.margin else { return "index, _ in regions[Int(index)]" }
        return "_, area in area.insetBy(dx: \(-margin), dy: \(-margin))"
    }

    private var regions: String {
        if kernel.isForNonexecutable || preset?.margin != nil { return "" }
        return """
                    // All of each image is enough wherever the kernel reads; what is smaller and still enough takes
                    // less memory and time.
                    let regions = [\(images.map { "\($0).extent" }.joined(separator: ", "))]

            """
    }

    private var extent: String {
        switch preset?.extent {
        case .firstImage?: return "\(images[0]).extent"
        case .grown(let margin)?: return "\(images[0]).extent.insetBy(dx: \(-margin), dy: \(-margin))"
        case .everywhere?: return ".infinite"
        case nil: break
        }
        return images.dropFirst().reduce("\(images[0]).extent") { "\($0).union(\($1).extent)" }
    }

    private var arguments: String {
        let moved = kernel.program.kind == .warp ? images.first : nil
        return inputs.map(\.key).filter { $0 != moved }.joined(separator: ", ")
    }

    /// The kernel text with its line endings converted to `\n`, and without newlines at its end.
    private var sourceText: String {
        let text = kernel.ownText.replacing("\r\n", with: "\n").trimmingSuffix { $0 == "\n" }
        if longestRun <= Self.maximumDelimiterLength { return text }
        return text.replacing("\\#", with: "\\#\\#").replacing("\"\"\"", with: "\"\"\\#u{22}")
    }

    /// The longest run of number signs that is kept out of the literal by a longer delimiter. In a text with longer
    /// ones, what could end the literal is written as an escape, because Swift allows 255 signs.
    private static let maximumDelimiterLength = 100

    /// The number signs around the literal: one more than the longest run in the text, so that the text can't end it.
    private var delimiter: String {
        String(repeating: "#", count: longestRun <= Self.maximumDelimiterLength ? longestRun + 1 : 1)
    }

    private var longestRun: Int {
        var run = 0
        var longest = 0
        for character in kernel.ownText.utf8 {
            run = character == UInt8(ascii: "#") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, matches(last) { text.removeLast() }
        return String(text)
    }
}
