import CommandOutput
import CoreImage
import FilterChains
import Foundation
import ImageUnits
import PictureBatches
import UntrustedInput

/// Renders a picture through a filter of a unit under development, repeatedly.
final class UnitPreview {
    /// The file to write.
    let output: URL
    private let filter: String?
    private let settings: [String]
    private let source: CIImage
    /// The scaled picture in a file, for filters that run in a child process. It is written on first use.
    private lazy var smallPicture = Result { try pictureFile() }
    private let scratch: URL
    private let context = CIContext()

    /// Reads the picture and scales it down.
    ///
    /// - Throws: An error if it can't be read.
    init(picture: URL, output: URL, filter: String?, settings: [String], maxPixels: Int) throws {
        (self.output, self.filter, self.settings) = (output, filter, settings)
        scratch = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-watch-\(UUID().uuidString)")
        // The author's own kernels are compiled like built-in ones. Other hosts interpret them unless they trust them,
        // with the same result.
        CIPlugIn.trustsKernels = true
        source = try Self.small(try CIImage(loading: picture), maxPixels: maxPixels, context: context)
    }

    deinit { try? FileManager.default.removeItem(at: scratch) }

    /// The size of the scaled picture in pixels.
    var size: (width: Int, height: Int) { (Int(source.extent.width), Int(source.extent.height)) }

    /// Renders the picture through the filter of a built unit, and replaces the output.
    ///
    /// - Returns: The filter's name.
    /// - Throws: The reason why rendering failed. The output is then unchanged.
    func render(_ unit: ImageUnitDescription, tools: ToolProcess) throws -> String {
        let description = try chosen(in: unit)
        switch description.kind {
        case .nonexecutable:
            let filter = try CIFilter.unregistered(description)
            let result = try ChainBuilder(input: source).image(
                through: filter, settings: parsedSettings(description.name))
            let framed = try result.framed(to: nil, like: source)
            try OutputPicture(path: output.path, depth: .eight, quality: nil).write(framed, like: source, in: context)
        case .executable:
            try tools.run(
                ["apply", try smallPicture.get().path, "-o", output.path, "--depth", "8", "--quiet", "--"]
                    + [description.name] + settings,
                // This folder takes precedence over those of installed units, which may contain an earlier build of the
                // unit.
                environment: ["COREIMAGE_UNITS": unit.bundle.deletingLastPathComponent().path])
        }
        return description.name
    }

    private func chosen(in unit: ImageUnitDescription) throws -> FilterDescription {
        guard let filter else {
            guard let first = unit.filters.first else { throw Refusal("\(unit.identifier): the unit has no filter") }
            return first
        }
        if let found = unit.filters.first(where: { $0.name == filter }) { return found }
        let names = unit.filters.map(\.name)
        let remedy =
            NearestName.of(filter, among: names).map { "did you mean \($0)?" }
            ?? "it has \(names.joined(separator: ", "))"
        throw Refusal("--filter \(filter): the unit has no such filter; \(remedy)")
    }

    private func parsedSettings(_ name: String) throws -> [ChainStep.Setting] {
        try ChainStep.parse([name] + settings).first?.settings ?? []
    }

    /// Renders the picture into memory, with at most the given number of pixels.
    private static func small(_ image: CIImage, maxPixels: Int, context: CIContext) throws -> CIImage {
        let scale = (Double(maxPixels) / Double(image.extent.width * image.extent.height)).squareRoot()
        var small = image
        if scale < 1 {
            small = image.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": scale])
            let (width, height) = (Double(image.extent.width) * scale, Double(image.extent.height) * scale)
            small = small.cropped(
                to: CGRect(x: 0, y: 0, width: max(1, width.rounded(.down)), height: max(1, height.rounded(.down))))
        }
        let space = image.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(name: CGColorSpace.sRGB)
        let bitmap = try context.renderedCGImage(small, from: small.extent, format: .RGBA16, colorSpace: space)
        return CIImage(cgImage: bitmap)
    }

    private func pictureFile() throws -> URL {
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let file = scratch.appendingPathComponent("picture.tif")
        try OutputPicture(path: file.path, depth: .sixteen, quality: nil).write(source, like: source)
        return file
    }
}
