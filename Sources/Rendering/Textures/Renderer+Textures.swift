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
                let image = try control.recordingTextureStop { try texture.beginWriting() }
                // If the image reads the texture, pixels around the written ones may still be needed.
                let isRead = node.readsTexture(in: .device(texture))
                if !isRead {
                    try rendering.render(
                        region, into: .texture(TextureTarget(image: image, device: device)), budget: job.memoryLimit)
                } else if !(try renderSeparately(rendering, region, to: image, on: device, job)) {
                    let format = texture.format
                    let separate = try caches.pixels.storage(byteCount: region.byteCount(in: format))
                        .view(bounds: region, format: format)
                    try rendering.render(region, into: .pixels(separate), budget: job.memoryLimit)
                    var work = DeviceWork()
                    work.uploads = [DeviceWork.Copy(separate, image, region)]
                    try device.perform(work)
                }
                try texture.endWriting(image, region)
            } catch let failure as DeviceFailure {
                throw RenderingError.destinationFailed(underlying: failure)
            }
            control.finish()
        }
    }

    /// Renders into memory of its own on a device, and copies the pixels from there. Returns false if the device has
    /// too little memory.
    private func renderSeparately(
        _ rendering: BandRendering, _ region: PixelRect, to image: DeviceImage, on device: any KernelDevice,
        _ job: RenderingJob
    ) throws -> Bool {
        do {
            let separate = try DeviceImage(bounds: region, format: image.pixels.format, on: device)
            try rendering.render(
                region, into: .texture(TextureTarget(image: separate, device: device)), budget: job.memoryLimit)
            var work = DeviceWork()
            work.runs = [try device.copy(separate, region, to: image)]
            try device.perform(work)
            return true
        } catch let failure as DeviceFailure where failure.kind == .outOfMemory {
            return false
        }
    }
}

extension RenderingControl {
    /// Calls `body`, which waits for the application's work on a texture. A rendering that is stopped meanwhile says
    /// so.
    func recordingTextureStop<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            recordStop(in: "wait for the application's work on a texture")
            throw error
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
