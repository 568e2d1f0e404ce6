import CoreImageEssentials
import Foundation
import Pixels
import Recipes
import UnitFunctions

/// A pixel processor that calls a C function of a unit, with the values of its parameters.
struct FunctionProcessor: PixelProcessor {
    let functions: FilterFunctions
    let call: ProcessorCall

    var name: String { functions.filter }

    var identity: AnyHashable? {
        FunctionIdentity(
            library: functions.library, filter: functions.filter, arguments: call.arguments,
            extents: (call.imageExtents + [call.extent]).flatMap { [$0.minX, $0.minY, $0.width, $0.height] })
    }

    func region(ofInput index: Int, for output: CGRect) throws -> CGRect {
        guard index < call.imageExtents.count else { return ProcessorCall.colorRegion }
        return try functions.region?(index, output, arguments: call.arguments) ?? output
    }

    func process(inputs: [Raster], region: PixelRect, output: Raster) throws {
        let images = zip(inputs, call.imageExtents).map { ProcessorFunction.Image($0, extent: $1) }
        var colors = inputs.dropFirst(images.count)
        let arguments = call.arguments.map { argument in
            guard case .color = argument, let pixel = colors.popFirst()?[0, 0] else { return argument }
            return .color(
                red: Double(pixel.x), green: Double(pixel.y), blue: Double(pixel.z), alpha: Double(pixel.w))
        }
        try functions.process(images, output: output, extent: call.extent, arguments: arguments)
    }
}

/// The equality of two calls of unit functions. Retains the library, so that no other library object can be allocated
/// at its address.
private struct FunctionIdentity: Hashable {
    let library: UnitLibrary
    let filter: String
    let arguments: [FunctionArgument]
    let extents: [CGFloat]

    static func == (a: FunctionIdentity, b: FunctionIdentity) -> Bool {
        a.library === b.library && a.filter == b.filter && a.arguments == b.arguments && a.extents == b.extents
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(library))
        hasher.combine(filter)
        hasher.combine(arguments)
    }
}
