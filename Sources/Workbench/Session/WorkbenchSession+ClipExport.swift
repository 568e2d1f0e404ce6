import CoreImage
import CoreImageVideo
import Foundation
import ScratchFolders

/// Clips that a page keeps.
extension WorkbenchSession {
    /// Writes the clip with the filters, or the picture with filters whose time goes from 0 to 1, and sends the file.
    ///
    /// - Throws: `WorkbenchRefusal` if nothing in the result moves.
    func exportClip(of picture: OpenPicture) async throws {
        let stack = history.stack
        let timed = stack.layers.filter(\.isEnabled).flatMap { layer in
            (CIFilter(name: layer.filter).map(LayerControls.of) ?? []).filter { $0.unit == .time }.map {
                (layer.id, $0.key)
            }
        }
        guard shownClip != nil || !timed.isEmpty else {
            throw WorkbenchRefusal("Nothing moves. Open a clip, or add a filter with a time, such as a transition.")
        }
        guard painting == nil || shownClip == nil else {
            throw WorkbenchRefusal("The paint hides the clip. Clear it.")
        }
        if let clip = shownClip, !clip.isUnchanged {
            throw WorkbenchRefusal("The file of the clip was changed or removed. Start the program with it again.")
        }
        let others = await otherPictures(of: stack, for: picture, using: { $0.original })
        let (isClip, limits) = (shownClip != nil, contents.limits)
        let result: @Sendable (CIImage, Double) throws -> CIImage = { image, time in
            var moved = stack
            if !isClip {
                for (layer, key) in timed {
                    try moved.apply(.set(layer: layer, key: key, .number(time)), limits: limits)
                }
            }
            let recipe = StackRecipe(moved, of: image, pictures: others)
            if let failure = recipe.failures.first { throw WorkbenchRefusal(failure.message) }
            return recipe.image
        }
        // An error that every frame has is told before anything is written.
        let base = painting?.image ?? picture.original
        let first = try result(base, 0)
        let size = first.extent.isInfinite || first.extent.isEmpty ? picture.size : first.extent.size
        let asset = shownClip?.asset
        export = Task {
            await writeClip(result) { writing, progress in
                if let asset {
                    try await writing.write(asset, progress: progress)
                } else {
                    try await writing.write(base, size: size, progress: progress)
                }
            }
            export = nil
        }
    }

    private func writeClip(
        _ result: @escaping @Sendable (CIImage, Double) throws -> CIImage,
        _ body: (ClipExport, @escaping @Sendable (Double) async -> Void) async throws -> Void
    ) async {
        do {
            let folder = try ScratchFolder(name: "coreimage-workbench")
            defer { withExtendedLifetime(folder) {} }
            let url = URL(fileURLWithPath: folder.path).appendingPathComponent("result.mp4")
            try await body(ClipExport(url: url, result: result)) { [outlet] in
                try? await outlet.send(.exporting(.init(fraction: $0)))
            }
            let limit = contents.limits.clipBytes
            let data = try await onOtherThread { () -> Data in
                let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
                guard size <= limit else {
                    throw WorkbenchRefusal(
                        "The clip has more than \(limit >> 20) megabytes. Export the command, and run it.")
                }
                return try Data(contentsOf: url)
            }
            try await outlet.send(
                PreviewFrame(
                    kind: .file, id: 0, width: 0, height: 0, region: .zero, milliseconds: 0, form: .mp4,
                    pixels: Array(data)))
        } catch is CancellationError {
        } catch {
            try? await outlet.send(.refused(.init(message: "The clip wasn't written: \(error)")))
        }
        try? await outlet.send(.exporting(.init(fraction: nil)))
    }
}
