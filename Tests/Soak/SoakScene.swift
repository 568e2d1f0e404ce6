import CoreImage
import Foundation
import HostileCases
import Mutators

/// The data that all jobs use. It is created once by one thread, and only read afterwards.
final class SoakScene: Sendable {
    let folder: SoakFolder
    /// A small picture with many colours and a fully transparent part.
    let picture: CIImage
    /// The region of every rendering.
    static let region = CGRect(x: 0, y: 0, width: 48, height: 32)
    let hostile: HostileUnitFolder
    /// Chains of innocent filters, with their pixels as rendered by a single thread at the start.
    let innocents: [(chain: InnocentChain, pixels: [Float])]
    let pictures: [Data]
    let recipes: [PropertyTree]
    private let shared = CIContext(options: [.name: "soak"])

    init(_ folder: SoakFolder, products: URL) throws {
        self.folder = folder
        setenv("COREIMAGE_UNIT_WORKER", products.appendingPathComponent("coreimage-unit-worker").path, 1)
        hostile = try HostileUnitFolder(products: products)
        picture = Self.makePicture()
        // The limits of the innocent unit are generous, because hostile units keep the processors busy.
        CIPlugIn.executableUnitLimits = CIPlugInLimits(
            callDuration: .seconds(120), processingDuration: .seconds(120), startDuration: .seconds(120),
            processorTime: .seconds(120))
        try InnocentUnits.load(from: folder[.innocent], hostile)
        CIPlugIn.executableUnitLimits = CIPlugInLimits(
            callDuration: .milliseconds(500), processingDuration: .milliseconds(500), startDuration: .seconds(10),
            processorTime: .seconds(1),
            memory: 256 << 20)
        let context = CIContext(options: [.cacheIntermediates: false])
        let picture = picture
        innocents = try InnocentChain.all.map { chain in
            (chain, try SoakRendering.pixels(of: chain.image(of: picture), in: Self.region, with: context))
        }
        pictures = try Self.encoded(picture, with: context)
        let seeds = UnitFiles.repository.appendingPathComponent("Tests/Fuzz/Corpus/recipes")
        recipes = try FileManager.default.contentsOfDirectory(at: seeds, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.compactMap { PropertyTree(json: [UInt8](try Data(contentsOf: $0))) }
    }

    /// Returns a context. Most jobs share one; some create their own.
    func context(_ random: inout SplitMix) -> CIContext {
        if random.once(in: 40) { shared.clearCaches() }
        return random.once(in: 8) ? CIContext(options: [.cacheIntermediates: random.once(in: 2)]) : shared
    }

    /// Releases cached resources, and unloads units that jobs left loaded.
    func release() {
        shared.reclaimResources()
        for report in CIPlugIn.loadedUnits where !report.url.path.hasPrefix(folder[.innocent].path) {
            CIPlugIn.unload(report.url)
        }
    }

    private static func makePicture() -> CIImage {
        let (width, height) = (96, 64)
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width where x > 8 || y > 8 {
                let place = (y * width + x) * 4
                (bytes[place], bytes[place + 1]) = (UInt8(x * 255 / width), UInt8(y * 255 / height))
                (bytes[place + 2], bytes[place + 3]) = (UInt8((x * 7 + y * 13) % 256), 255)
            }
        }
        return CIImage(
            bitmapData: Data(bytes), bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }

    private static func encoded(_ picture: CIImage, with context: CIContext) throws -> [Data] {
        guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return [] }
        return [
            try context.pngData(of: picture, format: .RGBA8, colorSpace: space),
            try context.pngData(of: picture, format: .RGBA16, colorSpace: space),
            try context.jpegData(of: picture, colorSpace: space),
            try context.tiffData(of: picture, format: .RGBAf, colorSpace: space),
        ]
    }
}
