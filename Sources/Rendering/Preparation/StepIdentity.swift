import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Synchronization

/// A complete description of a step's computation. Two steps of one renderer with equal identities have the same
/// pixels.
struct StepIdentity: Hashable {
    private enum Computation: Hashable {
        case source(SourceIdentity, converted: Bool)
        case constant(SIMD4<Float>)
        case view(dx: Int, dy: Int)
        case clamp(PixelRect)
        case affine([CGFloat], Interpolation)
        case kernel(ProgramIdentity, KernelArguments, [Sampler])
        case premultiply
        case unpremultiply
        case convert(from: CGColorSpace?, to: CGColorSpace?)
        case native(String, AnyHashable)
    }

    private struct Sampler: Hashable {
        let extent: [CGFloat]
        let transform: [CGFloat]
        let interpolation: Interpolation
        let wrap: WrapMode

        init(_ binding: SamplerBinding) {
            let rect = binding.extent
            extent = [rect.origin.x, rect.origin.y, rect.width, rect.height]
            transform = StepIdentity.entries(binding.transform)
            (interpolation, wrap) = (binding.interpolation, binding.wrap)
        }
    }

    private let computation: Computation
    private let bounds: PixelRect
    /// Identity numbers of the inputs.
    private let inputs: [Int]

    /// Returns nil if the step's computation has no identity that can be compared.
    init?(_ step: RenderStep, inputs: [Int]) {
        guard !step.readsChangingPixels, let computation = Self.computation(of: step) else { return nil }
        (self.computation, self.bounds, self.inputs) = (computation, step.bounds, inputs)
    }

    private static func computation(of step: RenderStep) -> Computation? {
        switch step.operation {
        case .source(let source, let conversion):
            return .source(SourceIdentity(source), converted: conversion != nil)
        case .rawSource(let source): return .source(SourceIdentity(source), converted: false)
        case .bitmap:
            switch step.imageOperation {
            case .rawSource(let source)?, .source(let source, _)?:
                return .source(SourceIdentity(source), converted: false)
            default: return nil
            }
        case .constant(let color): return .constant(color)
        case .view(let dx, let dy): return .view(dx: dx, dy: dy)
        case .intermediate: return .view(dx: 0, dy: 0)
        case .clamp(let rect): return .clamp(rect)
        case .affine(let inverse, let interpolation): return .affine(entries(inverse), interpolation)
        case .kernel(let kernel):
            let samplers = (kernel.samplers + (kernel.warped.map { [$0] } ?? [])).map(Sampler.init)
            return .kernel(ProgramIdentity(kernel.program), kernel.arguments, samplers)
        case .premultiply: return .premultiply
        case .unpremultiply: return .unpremultiply
        // Only the result of a recipe has an integer format, and no step reads that result.
        case .convertForIntegers: return nil
        case .convert:
            guard case .convert(_, let from, let to)? = step.imageOperation else { return nil }
            return .convert(from: from, to: to)
        case .native(let computation):
            guard let identity = computation.identity else { return nil }
            return .native(String(reflecting: type(of: computation)), identity)
        case .streamed, .texture, .convertedSource: return nil
        }
    }

    fileprivate static func entries(_ t: CGAffineTransform) -> [CGFloat] { [t.a, t.b, t.c, t.d, t.tx, t.ty] }
}

/// The properties of a program that determine its results.
private struct ProgramIdentity: Hashable {
    let kind: KernelKind
    let parameters: [KernelParameterType]
    let registers: [RegisterInfo]
    let arrays: [ArrayInfo]
    let prologue: [Instruction]
    let body: [Statement]
    let outputs: [Register]

    init(_ program: Program) {
        (kind, parameters, registers) = (program.kind, program.parameters.map(\.type), program.registers)
        (arrays, prologue, body, outputs) = (program.arrays, program.prologue, program.body, program.outputs)
    }
}
