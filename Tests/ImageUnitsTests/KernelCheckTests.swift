import Foundation
import ImageUnits
import KernelLanguage
import Testing

@Suite("A nonexecutable filter against its kernel")
struct KernelCheckTests {
    private static let text = "// A\nkernel vec4 mixed(sampler src, __color tint,\n    float amount, vec2 centre)\n"

    private func program(
        _ types: [KernelParameterType], kind: KernelKind = .general, freeSampling: [SourceSpan] = []
    ) -> Program {
        let span = SourceSpan(start: 5, end: 11)
        let parameters = types.enumerated().map { KernelParameter(name: "p\($0.offset)", type: $0.element, span: span) }
        return Program(
            name: "mixed", kind: kind, parameters: parameters, registers: [], body: [], outputs: [],
            freeSampling: freeSampling,
            span: span, source: KernelSource(text: Self.text, file: "Mix.cikernel"))
    }

    private func filter(_ classes: [String]) throws -> FilterDescription {
        let inputs = classes.enumerated().map { TestUnit.input("input\($0.offset)", $0.element) }.joined()
        return try #require(try TestUnit(filters: TestUnit.filter(inputs: inputs)).read().filter)
    }

    @Test("Every pair of input class and parameter type is let in or refused as the types say")
    func pairs() throws {
        let classes = ["CIImage", "NSNumber", "CIVector", "CIColor"]
        let accepted: [(KernelParameterType, Set<String>)] = [
            (.sampler, ["CIImage"]), (.sample, ["CIImage"]), (.table, ["CIImage"]), (.float, ["NSNumber"]),
            (.int, ["NSNumber"]),
            (.bool, ["NSNumber"]), (.vector(2), ["CIVector"]), (.vector(3), ["CIVector", "CIColor"]),
            (.vector(4), ["CIVector", "CIColor"]), (.intVector(2), ["CIVector"]), (.boolVector(3), ["CIVector"]),
            (.matrix(3), ["CIVector"]), (.color, ["CIColor"]),
        ]
        for (type, fitting) in accepted {
            for name in classes {
                let issues = try filter([name]).check(against: program([type]))
                #expect(issues.isEmpty == fitting.contains(name), "\(name) for \(type)")
            }
        }
    }

    @Test("The order counts, and the message names input, parameter and what would fit")
    func order() throws {
        let filter = try filter(["CIImage", "NSNumber", "CIColor"])
        let issues = filter.check(against: program([.sampler, .color, .float]))
        #expect(issues.map(\.filterName) == ["Glow", "Glow"])
        #expect(issues.allSatisfy { $0.severity == .error && $0.file == "Contents/Resources/Glow.cikernel" })
        #expect(
            issues[0].description
                == "Sample.plugin: error: Glow: Contents/Resources/Glow.cikernel: input1 is a NSNumber, but the parameter p1 of the kernel "
                + "mixed in the same place is a __color; make the input a CIColor, or check that the inputs are in parameter order"
        )
    }

    @Test("Too few and too many inputs")
    func count() throws {
        for types in [[], [.sampler], [.sampler, .float, .float]] as [[KernelParameterType]] {
            let issues = try filter(["CIImage", "NSNumber"]).check(against: program(types))
            #expect(issues.count == 1)
            guard case .parameterCount("mixed", let parameters, let inputs)? = issues.first?.problem else {
                Issue.record("\(issues)")
                continue
            }
            #expect(parameters.count == types.count)
            #expect(inputs == ["CIImage input0", "NSNumber input1"])
        }
        #expect(try filter([]).check(against: program([])).isEmpty)
    }

    @Test("Sampling elsewhere is refused with line and column; so is a warp kernel")
    func sampling() throws {
        let start = Self.text.utf8.count - "float amount, vec2 centre)\n".utf8.count
        let span = SourceSpan(start: start, end: start + 5)
        let free = try filter(["CIImage"]).check(
            against: program([.sampler], freeSampling: [span, SourceSpan(start: 0, end: 1)]))
        #expect(
            free.map(\.problem) == [
                .freeSampling(kernel: "mixed", place: "Mix.cikernel:3:5"),
                .freeSampling(kernel: "mixed", place: "Mix.cikernel:1:1"),
            ])
        let warp = try filter([]).check(against: program([], kind: .warp))
        #expect(warp.map(\.problem) == [.warpKernel(kernel: "mixed", place: "Mix.cikernel:2:1")])
        let wild = try filter([]).check(against: program([], freeSampling: [SourceSpan(start: 10_000, end: 10_001)]))
        #expect(wild.count == 1)
    }
}
