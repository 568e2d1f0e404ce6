import DeviceKernels
import ImageGraph
import Pixels

extension Renderer {
    /// Renders `region` of an image into a texture, in the texture's format. Pixels outside the image's extent become
    /// transparent, and those of the texture outside of `region` stay as they are.
    ///
    /// If the context's device is that of the texture, the pixels don't leave it. After an error those in `region` are
    /// undefined.
    /// - Throws: `RenderingError`, or `CancellationError`.
    package func render(
        _ node: ImageNode, into pixels: TexturePixels, region: PixelRect,
        control: RenderingControl = RenderingControl()
    ) throws {
        switch pixels {
        case .device(let texture): try render(node, into: texture, region: region, control)
        case .shared(let shared):
            do { try shared.beginAccess(writing: true) } catch {
                throw RenderingError.destinationFailed(underlying: error)
            }
            defer { shared.endAccess(writing: true) }
            let target = shared.view.window(region)
            guard node.readsTexture(in: pixels) else { return try render(node, into: target, control: control) }
            // Pixels around the written ones may still be needed.
            let separate = try caches.pixels.storage(byteCount: region.byteCount(in: target.format))
                .view(bounds: region, format: target.format)
            try render(node, into: separate, control: control)
            target.convert(separate, region)
        }
    }

    private func render(
        _ node: ImageNode, into texture: any DeviceTexture, region: PixelRect, _ control: RenderingControl
    ) throws {
        let job = try job(for: node, region: region, bytes: 0, control)
        try job.run {
            let recipe = try job.recipe(of: node, region: region, format: texture.format)
            let rendering = BandRendering(recipe: recipe, region: region, job: job)
            do {
                let device = texture.device
                let image = try texture.beginWriting()
                // Pixels around the written ones may still be needed.
                let isRead = node.readsTexture(in: .device(texture))
                let written =
                    isRead ? try DeviceImage(bounds: region, format: texture.format, on: device) : image
                try rendering.render(
                    region, into: .texture(TextureTarget(image: written, device: device)), budget: job.memoryLimit)
                if isRead {
                    var work = DeviceWork()
                    work.runs = [try device.copy(written, region, to: image)]
                    try device.perform(work)
                }
                try texture.endWriting(image, region)
            } catch let failure as DeviceFailure {
                throw RenderingError.destinationFailed(underlying: failure)
            }
            control.finish()
        }
    }
}

extension ImageNode {
    /// Whether the recipe reads a texture that may have pixels in the same memory.
    fileprivate func readsTexture(in pixels: TexturePixels) -> Bool {
        nodesInputsFirst.contains { node in
            switch node.operation {
            case .source(let source, _), .rawSource(let source):
                (source as? TextureSource)?.pixels.sharesMemory(with: pixels) == true
            default: false
            }
        }
    }
}
