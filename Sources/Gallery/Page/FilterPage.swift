import CommandOutput
import CoreImage
import FilterChains

/// The page of a filter: its pictures before and after, its inputs, and code.
struct FilterPage {
    let entry: GalleryEntry
    let previous: GalleryEntry?
    let next: GalleryEntry?

    var markup: Markup {
        let title = entry.displayName == entry.name ? entry.name : "\(entry.name) — \(entry.displayName)"
        let back = previous.map { "<a rel=\"prev\" href=\"../\($0.page)\">← \($0.name)</a>" as Markup }
        let forth = next.map { "<a rel=\"next\" href=\"../\($0.page)\">\($0.name) →</a>" as Markup }
        let origin: Markup? = entry.origin == "built-in" ? nil : "<p>From \(entry.origin)</p>"
        let categories = entry.categories.map { CIFilter.localizedName(forCategory: $0) }.joined(separator: ", ")
        return GalleryPages.page(
            title: title, root: "../",
            body: """
                <header><nav aria-label="Filters"><a href="../index.html">All filters</a>\(back)\(forth)</nav>
                <h1>\(title)</h1><p>\(entry.summary)</p>\(origin)</header>
                <main>
                <section aria-labelledby="pictures"><h2 id="pictures">Before and after</h2>
                <div class="figures">\(before)\(entry.renderings.map(figure))</div></section>
                <section aria-labelledby="inputs"><h2 id="inputs">Inputs</h2>\(inputs)
                <p>Categories: \(categories)</p></section>
                <section aria-labelledby="code"><h2 id="code">Code</h2>\(code)</section>
                </main>
                """)
    }

    /// The input pictures of the filter.
    private var before: [Markup] {
        let command = entry.shown?.command ?? []
        var files =
            command.contains(GalleryScene.path) || command.contains { $0.hasSuffix("=@input") }
            ? [GalleryScene.path] : []
        for word in command {
            guard let equals = word.firstIndex(of: "=") else { continue }
            let value = String(word[word.index(after: equals)...])
            if GalleryCompanion.all.contains(where: { $0.isImage && $0.path == value }), !files.contains(value) {
                files.append(value)
            }
        }
        return files.map { file in
            let companion = GalleryCompanion.all.first { $0.path == file }
            let key = command.first { $0.hasSuffix("=" + file) }.flatMap { $0.split(separator: "=").first }.map(
                String.init)
            let place: Markup? = companion == nil ? nil : #" class="companion""#
            return """
                <figure\(place)><img src="../\(file)" alt="\(companion?.summary ?? "the picture before the filter")" loading="lazy" />\
                <figcaption><b>\(key ?? "before")</b> <small>\(companion?.summary ?? "")</small></figcaption></figure>
                """
        }
    }

    private func figure(_ rendering: GalleryEntry.Rendering) -> Markup {
        switch rendering.outcome {
        case .success(let picture):
            let extent = picture.extent.isInfinite ? "infinite" : Self.text(picture.extent)
            return GalleryPages.figure(
                picture, root: "../", alternative: "\(entry.displayName) \(rendering.title)",
                caption: "<b>\(rendering.title)</b> <small>extent \(extent)</small>")
        case .failure(let refusal):
            // The defaults may lack a required input. That isn't an error if another rendering succeeds.
            let kind = entry.error == nil ? "note" : "error"
            return
                "<figure><p class=\"\(kind)\">\(refusal.description)</p><figcaption><b>\(rendering.title)</b></figcaption></figure>"
        }
    }

    private var inputs: Markup {
        guard !entry.inputs.isEmpty else { return "<p>None.</p>" }
        let rows = entry.inputs.map { input -> Markup in
            """
            <tr><th scope="row"><code>\(input.key)</code></th><td>\(input.className)</td><td>\(input.fallback)</td>\
            <td>\(input.limits)</td><td>\(input.slider)</td><td>\(input.identity)</td></tr>
            """
        }
        return """
            <div class="scroll"><table><thead><tr><th scope="col">Key</th><th scope="col">Class</th><th scope="col">Default</th>\
            <th scope="col">Limits</th><th scope="col">Slider</th><th scope="col">No effect at</th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    private var code: [Markup] {
        guard let shown = entry.shown else { return [] }
        let typed = shown.typedCode.map { GalleryPages.code($0, label: "Swift, typed") }
        return [
            typed, GalleryPages.code(shown.namedCode, label: "Swift, by name"),
            GalleryPages.code(ShellWords.line(shown.command), label: "Command, in the gallery’s folder"),
        ].compactMap { $0 }
    }

    /// Returns a rectangle as text, for example `320 × 240 at 0, 0`.
    private static func text(_ rect: CGRect) -> String {
        let numbers = [rect.width, rect.height, rect.minX, rect.minY].map { ValueText.text(of: Double($0)) }
        return "\(numbers[0]) × \(numbers[1]) at \(numbers[2]), \(numbers[3])"
    }
}
