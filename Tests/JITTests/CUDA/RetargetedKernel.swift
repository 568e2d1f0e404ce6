import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import Pixels

@testable import JIT

/// A kernel for devices as code for this processor, whose memory stands for the device's.
struct RetargetedKernel: PreparedKernel {
    /// The arguments are the address of the parameter block, the column and the row.
    typealias Function = @convention(c) (UnsafeRawPointer, UInt32, UInt32) -> Void

    let program: Program
    let layout: KernelLayout
    let code: MachineCode
    let function: Function
    let block: ParameterBlockLayout
    let stepBudget: Int

    init(program: Program, layout: KernelLayout, code: MachineCode, stepBudget: Int) throws {
        (self.program, self.layout, self.code, self.stepBudget) = (program, layout, code, stepBudget)
        function = unsafeBitCast(try code.address(of: PTXKernel.entryPoint), to: Function.self)
        block = ParameterBlockLayout(program)
    }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        if region.isEmpty { return }
        var fault = FaultWord.none
        try withUnsafeMutablePointer(to: &fault) { fault in
            let call = DeviceKernelCall(
                arguments: arguments, images: images, pixels: images.map { Self.pixels($0.pixels) }, region: region,
                output: Self.pixels(output), stepBudget: stepBudget, fault: Self.address(fault))
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: block.byteCount, alignment: ParameterBlockLayout.alignment)
            defer { memory.deallocate() }
            guard let start = memory.baseAddress else { return }
            try block.write(call, of: program, layout: layout, address: Self.address(start), to: memory)
            // One column and one row too many, as a grid has.
            for row in 0...region.height {
                for column in 0...region.width { function(start, UInt32(column), UInt32(row)) }
            }
        }
        withExtendedLifetime((images, output, code)) {}
        if let pixel = FaultWord.pixel(of: fault, width: region.width) {
            throw KernelRunError.stepBudgetExceeded(
                kernel: program.name, file: program.source.file, x: region.x + pixel.column, y: region.y + pixel.row,
                budget: stepBudget)
        }
    }

    private static func address(_ pointer: UnsafeRawPointer) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

    private static func pixels(_ view: PixelView) -> DevicePixels {
        DevicePixels(
            bounds: view.bounds, format: view.format, address: address(view.base), bytesPerRow: view.bytesPerRow)
    }
}
