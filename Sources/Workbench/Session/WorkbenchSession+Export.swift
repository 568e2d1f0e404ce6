import CoreImage
import Foundation
import Gallery

/// What a page keeps of its result.
extension WorkbenchSession {
    /// Sends the result in a form to keep.
    func export(_ form: ExportForm, of subject: PreviewRequest.Subject) async throws {
        guard let picture else { throw WorkbenchRefusal("No picture is open. Choose one.") }
        // What is kept is the result that the graph belongs to.
        let subject = subject == .operation ? inspection.subject : subject
        switch form {
        case .unit:
            let data = try KernelCode(lab: lab).unit()
            try await outlet.send(
                PreviewFrame(
                    kind: .file, id: 0, width: 0, height: 0, region: .zero, milliseconds: 0, form: .zip,
                    pixels: Array(data)))
        case .swift where subject == .kernel:
            try await outlet.send(.exported(.init(form: form, text: try KernelCode(lab: lab).swiftClass())))
        case .swift, .command:
            guard painting == nil else {
                throw WorkbenchRefusal(
                    "The paint isn't in a file that code could read. Save the picture, or clear the paint.")
            }
            let code = try StackCode(stack: history.stack, picture: path(of: pictureID), path: path).code()
            try await outlet.send(.exported(.init(form: form, text: form == .swift ? code.swift : code.command)))
        case .recipe:
            let recipe = try await finished(subject, of: picture)
            let json = try CIRecipe(recipe, placeholders: placeholders(picture)).data()
            try await outlet.send(.exported(.init(form: form, text: String(decoding: json, as: UTF8.self))))
        case .png, .jpeg:
            guard export == nil else { throw WorkbenchRefusal("The last result is still being written. Wait for it.") }
            let image = try await finished(subject, of: picture)
            // Beside the previews, because writing a large result takes long.
            export = Task {
                await sendFile(of: image, as: form, frame: picture)
                export = nil
            }
        }
    }

    private func sendFile(of image: CIImage, as form: ExportForm, frame picture: OpenPicture) async {
        // Results that are infinite, as those of generators, are as large as the picture.
        let shown = image.extent.isInfinite ? image.cropped(to: CGRect(origin: .zero, size: picture.size)) : image
        do {
            let (limits, extent) = (contents.limits, shown.extent)
            guard !extent.isEmpty, extent.width * extent.height <= Double(limits.exportPixels) else {
                throw WorkbenchRefusal(
                    extent.isEmpty
                        ? "The result has no pixels. Change a filter."
                        : "The result has more than \(limits.exportPixels / 1_000_000) megapixels. Save the recipe.")
            }
            let context = CIContext(options: [
                .memoryTarget: limits.memory, .renderingDeadline: limits.exportTime, .cacheIntermediates: false,
            ])
            let data = try await onOtherThread {
                let space = CGColorSpace(name: CGColorSpace.sRGB)
                return form == .png
                    ? try context.pngData(of: shown, format: .RGBA8, colorSpace: space ?? .standard)
                    : try context.jpegData(
                        of: shown, colorSpace: space ?? .standard, options: [.lossyCompressionQuality: 0.92])
            }
            try await outlet.send(
                PreviewFrame(
                    kind: .file, id: 0, width: Int(extent.width), height: Int(extent.height),
                    region: extent, milliseconds: 0, form: form == .png ? .png : .jpeg, pixels: Array(data)))
        } catch {
            try? await outlet.send(.refused(.init(message: "The result wasn't written: \(error)")))
        }
    }

    /// The result of the stack or of the kernel.
    ///
    /// - Throws: `WorkbenchRefusal` if it has an error. A result without the filter that failed isn't what is meant.
    private func finished(_ subject: PreviewRequest.Subject, of picture: OpenPicture) async throws -> CIImage {
        let recipe =
            subject == .kernel
            ? await kernelRecipe(of: picture, using: { $0.original })
            : await recipe(history.stack, of: picture, using: { $0.original })
        if let failure = recipe.failures.first {
            throw WorkbenchRefusal("Correct this first, or switch the filter off: \(failure.message)")
        }
        return recipe.image
    }

    /// The images that a recipe names instead of storing their pixels: the picture is `image`.
    private func placeholders(_ picture: OpenPicture) throws -> [String: CIImage] {
        var images = [CIRecipe.imageName: painting?.image ?? picture.original]
        for layer in history.stack.layers where layer.isEnabled {
            for control in CIFilter(name: layer.filter)?.controls() ?? [] where control.kind == .picture {
                if layer.pictures[control.key] == nil, control.key != kCIInputImageKey {
                    let sample = SamplePicture.suitable(forKey: control.key)
                    images[sample.id] = try contents.shelf.sample(forKey: control.key, size: picture.size).original
                }
            }
        }
        for id in Set(history.stack.layers.flatMap(\.pictures.values)) where id != pictureID {
            if let open = openPicture(id) { images[name(of: id)] = open.original }
        }
        return images
    }

    /// The path of a picture in code. Samples and pictures that the page has sent have no file, only a name.
    private func path(_ choice: StackRecipe.Choice) -> String {
        switch choice {
        case .chosen(let id): path(of: id)
        case .suitable(let key): SamplePicture.suitable(forKey: key).id + ".png"
        }
    }

    private func path(of id: String) -> String {
        guard let source = contents.shelf.sources.first(where: { $0.id == id }) else { return fileName(of: id) }
        return switch source.origin {
        case .file(let url): url.path
        case .sample(let sample, _): sample.id + ".png"
        case .data: source.name
        }
    }

    private func name(of id: String) -> String {
        let letters = path(of: id).split(separator: "/").last.map(String.init) ?? id
        return String(letters.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
