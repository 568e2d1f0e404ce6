import CoreImageEssentials
import Foundation
import ImageFiles
import ImageGraph
import Pixels

/// The context for recipes that outlive the process: pictures are stored as paths or, if small, as pixels. Code can't
/// be stored.
package struct StoredRecipeWritingContext: RecipeWritingContext {
    private let names: [ObjectIdentifier: String]
    // Retains the images, so that no other node can have the same `ObjectIdentifier` as one of theirs.
    private let images: [String: CIImage]

    /// - Parameter placeholders: The images that are supplied when the recipe is used, by name.
    package init(placeholders: [String: CIImage] = [:]) {
        images = placeholders
        // If an image has several names, the alphabetically first is used, so that recipes are deterministic.
        let pairs = placeholders.sorted { $0.key < $1.key }.map { (ObjectIdentifier($0.value.node), $0.key) }
        names = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    package func name(of node: ImageNode) -> String? { names.isEmpty ? nil : names[ObjectIdentifier(node)] }

    package func headroom(of node: ImageNode) -> Float { name(of: node).flatMap { images[$0] }?.contentHeadroom ?? 0 }

    package func step(forSource source: any PixelSource, colorManaged: Bool) throws -> RecipeStep {
        switch source {
        case let failing as FailingSource: return .failure("\(failing.error)")
        case let retagged as RetaggedSource:
            guard let path = (retagged.base as? any ImageFileSource)?.path else { break }
            return .file(
                RecipeFile(
                    path: path, colorSpace: try retagged.colorSpace.map(RecipeColorSpace.init),
                    isColorManaged: colorManaged))
        case let file as any ImageFileSource:
            guard let path = file.path else { break }
            return .file(RecipeFile(path: path, colorSpace: nil, isColorManaged: colorManaged))
        case let bitmap as BitmapSource:
            try Self.checkSize(of: source, bytesPerPixel: bitmap.format.bytesPerPixel)
            return .bitmap(
                try Self.bitmap(source, format: bitmap.format, pixels: bitmap.packedPixels, managed: colorManaged))
        default: break
        }
        try Self.checkSize(of: source, bytesPerPixel: PixelFormat.RGBAf.bytesPerPixel)
        return .bitmap(
            try Self.bitmap(source, format: .RGBAf, pixels: try Self.floats(of: source), managed: colorManaged))
    }

    package func number(
        ofRegion region: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect, images: Int, kernel: String
    ) throws -> Int {
        throw CIRecipeError.unwritable(
            subject: "kernel \(kernel)",
            reason:
                "its region of interest is a function; state it with CIKernelRegion, register the filter that applies it, or "
                + "give its image as a placeholder")
    }

    package func number(ofProcessor computation: any NativeOperator) throws -> Int {
        throw CIRecipeError.unwritable(
            subject: computation.name,
            reason: "it is machine code; register the filter that applies it, or give its image as a placeholder")
    }

    private static func checkSize(of source: any PixelSource, bytesPerPixel: Int) throws(CIRecipeError) {
        let bytes = Double(source.width) * Double(source.height) * Double(bytesPerPixel)
        guard bytes <= Double(RecipeLimits.writtenBitmapBytes) else {
            throw .unwritable(
                subject: "a picture of \(source.width) × \(source.height) pixels",
                reason:
                    "it has more than 64 MB, too large to be stored in the recipe; read it from a file, or give it as a placeholder"
            )
        }
    }

    private static func bitmap(
        _ source: any PixelSource, format: PixelFormat, pixels: Data, managed: Bool
    ) throws -> RecipeBitmap {
        RecipeBitmap(
            width: source.width, height: source.height, format: format.name,
            colorSpace: try source.colorSpace.map(RecipeColorSpace.init), alpha: source.alphaState,
            isColorManaged: managed, pixels: pixels)
    }

    /// Returns the source's pixels as `RGBAf`, from the top row down.
    private static func floats(of source: any PixelSource) throws -> Data {
        let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: source.width, height: source.height))
        try source.read(into: raster)
        var data = Data(capacity: source.width * source.height * PixelFormat.RGBAf.bytesPerPixel)
        for y in (0..<source.height).reversed() {
            data.append(Data(bytes: raster.row(y), count: source.width * PixelFormat.RGBAf.bytesPerPixel))
        }
        return data
    }
}
