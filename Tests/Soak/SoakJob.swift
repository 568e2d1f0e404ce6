import CoreImage
import Foundation
import Mutators

/// A job that threads repeat, with different random numbers each time.
struct SoakJob: Sendable {
    /// The name in the table.
    let name: String
    /// The relative frequency of the job.
    let weight: Int
    /// Whether every error is a failure, because nothing in the job may be refused.
    let isInnocent: Bool
    let run: @Sendable (SoakScene, inout SplitMix) throws -> Void

    init(
        _ name: String, weight: Int, isInnocent: Bool = false,
        _ run: @escaping @Sendable (SoakScene, inout SplitMix) throws -> Void
    ) {
        (self.name, self.weight, self.isInnocent, self.run) = (name, weight, isInnocent, run)
    }

    static let all: [SoakJob] = [
        innocent, innocentCancelled, encoding, hostileUnit, hostileCode, changingFolder, reloading, recipe, kernel,
        picture,
    ]

    /// Returns a random job, chosen by weight.
    static func random(_ random: inout SplitMix) -> SoakJob {
        var place = random.below(all.reduce(0) { $0 + $1.weight })
        for job in all {
            place -= job.weight
            if place < 0 { return job }
        }
        return innocent
    }
}

extension SoakJob {
    /// A part of an innocent chain's image must be bit-identical to the pixels that a single thread rendered at the
    /// start.
    static let innocent = SoakJob("innocent chains", weight: 30, isInnocent: true) { scene, random in
        let (chain, expected) = random.element(scene.innocents)
        let (x, y) = (random.below(40), random.below(24))
        let (width, height) = (1 + random.below(48 - x), 1 + random.below(32 - y))
        let pixels = try SoakRendering.pixels(
            of: try chain.image(of: scene.picture), in: CGRect(x: x, y: y, width: width, height: height),
            with: scene.context(&random))
        // The first row of both arrays is the picture's top row.
        for row in 0..<height {
            let start = ((32 - y - height + row) * 48 + x) * 4
            let found = pixels[(row * width * 4)..<((row + 1) * width * 4)]
            guard zip(found, expected[start..<(start + width * 4)]).allSatisfy({ $0.bitPattern == $1.bitPattern })
            else {
                throw SoakFailure(
                    "\(chain.filters.joined(separator: " → ")) has other pixels in \(x), \(y), \(width) × \(height)")
            }
        }
    }

    static let innocentCancelled = SoakJob("cancelled chains", weight: 4, isInnocent: true) { scene, random in
        let (chain, _) = random.element(scene.innocents)
        _ = try SoakRendering.pixels(
            of: try chain.image(of: scene.picture), in: SoakScene.region, with: scene.context(&random),
            cancelling: Double(random.below(20)) / 1000)
    }

    /// Encodes and decodes a picture without loss.
    static let encoding = SoakJob("encode and decode", weight: 6, isInnocent: true) { scene, random in
        guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return }
        let context = scene.context(&random)
        let data =
            random.once(in: 2)
            ? try context.pngData(of: scene.picture, format: .RGBA8, colorSpace: space)
            : try context.tiffData(of: scene.picture, format: .RGBA8, colorSpace: space)
        let again = try CIImage(decoding: data)
        let images = try [scene.picture, again].map {
            try SoakRendering.pixels(of: $0, in: CGRect(x: 20, y: 20, width: 16, height: 16), with: context)
        }
        guard images[0] == images[1] else {
            throw SoakFailure("a picture is another one when it is written and read again")
        }
    }

    static let picture = SoakJob("damaged pictures", weight: 10) { scene, random in
        var bytes = [UInt8](random.element(scene.pictures))
        for _ in 0..<random.below(4) { bytes = ByteMutator.changed(bytes, &random) }
        let image = try CIImage(decoding: Data(bytes))
        try SoakRendering.attempt(image.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5)), scene, &random)
    }

    static let recipe = SoakJob("changed recipes", weight: 10) { scene, random in
        var tree = random.element(scene.recipes)
        for _ in 0..<random.below(4) { tree = RecipeMutator.changed(tree, &random) }
        let form: RecipeMutator.Form = random.once(in: 2) ? .json : .propertyList
        let recipe = try CIRecipe(data: Data(RecipeMutator.bytes(of: tree, form, &random)))
        let image = try recipe.image(
            Dictionary(uniqueKeysWithValues: recipe.placeholders.map { ($0, scene.picture) }))
        try SoakRendering.attempt(image, scene, &random)
    }

    private static let kernelText = """
        float weight(vec2 place, vec2 center) { return 1.0 / (1.0 + length(place - center) * 0.5); }
        kernel vec4 soak(sampler image, float amount, vec2 center, __color tint) {
            vec4 a = sample(image, samplerCoord(image)); float w = weight(destCoord(), center);
            for (int i = 0; i < 5; ++i) { if (w > amount) { w = w * 0.5; } else { w += 0.125; } }
            return mix(a, vec4(sin(a.rgb * 3.0), a.a) * tint, w);
        }
        """

    static let kernel = SoakJob("changed kernels", weight: 10) { scene, random in
        var text = kernelText
        for _ in 0..<random.below(3) { text = KernelMutator.changed(text, &random) }
        guard let kernel = try CIKernel.compile(text).first else { return }
        let image = kernel.apply(
            extent: scene.picture.extent, region: .same, scene.picture, 0.5, CIVector(x: 20, y: 10),
            CIColor(red: 1, green: 0.5, blue: 0.25))
        try SoakRendering.attempt(image, scene, &random)
    }
}
