import CommandOutput
import CoreImage
import Foundation
import Gallery
import PictureBatches

/// What a page keeps of its result.
extension WorkbenchSession {
    /// Sends the result in a form to keep.
    func export(_ form: ExportForm, of subject: PreviewRequest.Subject) async throws {
        guard let picture else { throw WorkbenchRefusal("No picture is open. Choose one.") }
        // What is kept is the result that the graph belongs to.
        let subject = subject == .operation ? inspection.subject : subject
        // What is shown is the result of the last text without errors, not of the newest one.
        if subject == .kernel, lab.hasErrors { throw lab.error }
        switch form {
        case .unit:
            let data = try KernelCode(lab: lab, size: picture.size).unit()
            try await outlet.send(
                PreviewFrame(
                    kind: .file, id: 0, width: 0, height: 0, region: .zero, milliseconds: 0, form: .zip,
                    pixels: Array(data)))
        case .swift where subject == .kernel:
            let text = try KernelCode(lab: lab, size: picture.size).swiftClass()
            try await outlet.send(.exported(.init(form: form, text: text)))
        case .swift, .command:
            guard painting == nil else {
                throw WorkbenchRefusal(
                    "The paint isn't in a file that code could read. Save the picture, or clear the paint.")
            }
            let code = try StackCode(
                stack: history.stack, picture: path(of: pictureID), isClip: shownClip != nil, units: unitFolders,
                path: path
            ).code()
            try await outlet.send(
                .exported(
                    .init(
                        form: form, text: form == .swift ? code.swift : code.command,
                        note: pathNote(unitsToo: form == .swift))))
        case .recipe:
            guard painting == nil else {
                throw WorkbenchRefusal(
                    "The paint isn't in a file that a recipe could name. Save the picture, or clear the paint.")
            }
            let recipe = try await finished(subject, of: picture)
            let images = try placeholders(picture)
            let json = try CIRecipe(recipe, placeholders: images).data()
            let text = String(decoding: json, as: UTF8.self)
            let others = images.keys.filter { $0 != CIRecipe.imageName && text.contains("\"\($0)\"") }.sorted()
            try await outlet.send(
                .exported(.init(form: form, text: text, note: recipeNote(others, isKernel: subject == .kernel))))
        case .clip:
            try checkExport()
            guard subject != .kernel else { throw WorkbenchRefusal("Clips have the filters of the stack. Open it.") }
            try await exportClip(of: picture)
        case .png, .jpeg:
            try checkExport()
            let image = try await finished(subject, of: picture)
            // Beside the previews, because writing a large result takes long.
            export = Task {
                await sendFile(of: image, as: form, frame: picture)
                export = nil
            }
        }
    }

    private func checkExport() throws {
        guard export == nil else { throw WorkbenchRefusal("The last result is still being written. Wait for it.") }
    }

    private func sendFile(of image: CIImage, as form: ExportForm, frame picture: OpenPicture) async {
        do {
            // As the command frames it: from a whole pixel on, and infinite results, as those of generators, are as
            // large as the picture.
            let shown = try image.framed(to: nil, like: picture.original)
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
                    kind: .file, id: 0, width: Int(extent.integral.width), height: Int(extent.integral.height),
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
            for control in CIFilter(name: layer.filter).map(LayerControls.of) ?? [] where control.kind == .picture {
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

    /// The folders of the image units whose filters are in the stack.
    private var unitFolders: [String] {
        let folders = history.stack.layers.filter(\.isEnabled).compactMap { layer -> String? in
            guard case .imageUnit(let url)? = CIFilter.origin(forFilterName: layer.filter) else { return nil }
            return url.deletingLastPathComponent().path
        }
        return Set(folders).sorted()
    }

    /// How a recipe is applied.
    private func recipeNote(_ images: [String], isKernel: Bool) -> String {
        let units = isKernel ? [] : unitFolders.flatMap { ["--units", $0] }
        let words =
            ["coreimage", "apply", "PICTURE", "-o", "RESULT", "--recipe", "recipe.json"] + units
            + images.flatMap { ["--image", "\($0)=FILE"] }
        return "Save it as recipe.json, and apply it with: " + ShellWords.line(words)
    }

    /// Which names in code aren't those of files.
    private func pathNote(unitsToo isSwift: Bool) -> String? {
        var notes: [String] = []
        let stack = history.stack.layers.filter(\.isEnabled)
        let others = stack.flatMap { layer in
            (CIFilter(name: layer.filter).map(LayerControls.of) ?? []).filter {
                $0.kind == .picture && ($0.key != kCIInputImageKey || layer.pictures[$0.key] != nil)
            }.map { layer.pictures[$0.key].map { StackRecipe.Choice.chosen($0) } ?? .suitable(key: $0.key) }
        }
        let paths = Set(([.chosen(pictureID)] + others).map(path)).filter { !$0.hasPrefix("/") }.sorted()
        if !paths.isEmpty {
            notes.append(
                "\(paths.joined(separator: ", ")): no file is known, write its path or save the picture there.")
        }
        if isSwift, !unitFolders.isEmpty {
            let folders = unitFolders.joined(separator: ", ")
            notes.append("Load the image units before: CIPlugIn.reports(scanning:) for \(folders).")
        }
        return notes.isEmpty ? nil : notes.joined(separator: "\n")
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
        case .file(let url), .clip(let url): url.path
        case .sample(let sample, _): sample.id + ".png"
        case .data: source.name
        }
    }

    private func name(of id: String) -> String {
        let letters = path(of: id).split(separator: "/").last.map(String.init) ?? id
        return String(letters.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
