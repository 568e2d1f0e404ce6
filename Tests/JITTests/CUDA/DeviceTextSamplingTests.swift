import DeviceKernels
import ImageGraph
import Pixels
import Testing

@testable import JIT

/// Sampling in the text of kernels for devices, compiled for this processor, against the interpreter.
@Suite(.needsCodeGeneration) struct DeviceTextSamplingTests {
    private func onDevice(_ test: () throws -> Void) throws {
        try KernelComparison.$generator.withValue(RetargetedKernelGenerator(), operation: test)
    }

    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func points(interpolation: Interpolation, wrap: WrapMode) throws {
        try onDevice {
            try CompiledSamplingTests().agrees(interpolation: interpolation, wrap: wrap)
            try CompiledSamplingTests().agreesAtNeighbours(interpolation: interpolation, wrap: wrap)
        }
    }

    @Test func places() throws {
        try onDevice {
            for count in [1, DeviceKernelEmitter.maximumInlinedSamples, DeviceKernelEmitter.maximumInlinedSamples + 1] {
                try CompiledSamplingTests().agreesInManyPlaces(count: count)
            }
            try CompiledSamplingTests().agreesAtNeighboursFarAway()
        }
    }

    @Test(arguments: PixelFormat.readByDevices) func formats(format: PixelFormat) throws {
        try onDevice {
            try CompiledSamplingTests().agreesInEveryFormat(format: format)
            try CompiledSamplingTests().agreesWhereNothingIsMixed(format: format)
        }
    }

    @Test(arguments: PixelFormat.readByDevices, [WrapMode.transparent, .clamp])
    func awayFromBorders(format: PixelFormat, wrap: WrapMode) throws {
        try onDevice { try CompiledSamplingTests().agreesAwayFromBorders(wrap: wrap, format: format) }
    }

    @Test(arguments: PixelFormat.readByDevices, [1, -1])
    func moreThanTwoGigabytes(format: PixelFormat, direction: Int) throws {
        try onDevice { try CompiledSamplingTests().agreesInMoreThanTwoGigabytes(format: format, direction: direction) }
    }

    /// Reading beside an image would crash the test.
    @Test(arguments: PixelFormat.readByDevices) func readsNothingBesideTheImage(format: PixelFormat) throws {
        try onDevice { try CompiledSamplingTests().readsNothingBesideTheImage(format: format) }
    }
}
