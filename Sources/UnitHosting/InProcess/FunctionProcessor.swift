import CoreImageEssentials
import Foundation
import Pixels
import UnitFunctions

/// A pixel processor that calls a C function of a unit, with the values of its parameters.
struct FunctionProcessor: PixelProcessor {
    let functions: FilterFunctions
    /// A value for each parameter that isn't an image.
    ///
    /// Colours are premultiplied linear sRGB here, as region functions receive them. Processors receive them in the
    /// working space: each colour is an extra one-pixel input, after the images and in the order of the parameters.
    let arguments: [FunctionArgument]
    /// The extent of each input image.
    let imageExtents: [CGRect]
    /// The extent of the result.
    let extent: CGRect

    /// The region that is read of a colour input, which is an image of infinite extent.
    private static let colorRegion = CGRect(x: 0, y: 0, width: 1, height: 1)

    var name: String { functions.filter }

    var identity: AnyHashable? {
        FunctionIdentity(
            library: functions.library, filter: functions.filter, arguments: arguments,
            extents: (imageExtents + [extent]).flatMap { [$0.minX, $0.minY, $0.width, $0.height] })
    }

    func region(ofInput index: Int, for output: CGRect) throws -> CGRect {
        guard index < imageExtents.count else { return Self.colorRegion }
        return try functions.region?(index, output, arguments: arguments) ?? output
    }

    func process(inputs: [Raster], region: PixelRect, output: Raster) throws {
        let images = zip(inputs, imageExtents).map { ProcessorFunction.Image($0, extent: $1) }
        var colors = inputs.dropFirst(images.count)
        let arguments = arguments.map { argument in
            guard case .color = argument, let pixel = colors.popFirst()?[0, 0] else { return argument }
            return .color(
                red: Double(pixel.x), green: Double(pixel.y), blue: Double(pixel.z), alpha: Double(pixel.w))
        }
        try functions.process(images, output: output, extent: extent, arguments: arguments)
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
