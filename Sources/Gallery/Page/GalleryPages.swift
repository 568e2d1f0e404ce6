import Foundation

/// Writes the pages. Each file appears when it is complete, and the index is written last.
struct GalleryPages {
    let contents: GalleryContents

    /// Writes the pages into the gallery's folder.
    func write(to folder: URL) throws {
        func write(_ text: String, _ path: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path), options: .atomic)
        }
        try write(GalleryStyle.text, "gallery.css")
        try write(GalleryScript.text, "gallery.js")
        for (index, entry) in contents.entries.enumerated() {
            let previous = index > 0 ? contents.entries[index - 1] : nil
            let next = index + 1 < contents.entries.count ? contents.entries[index + 1] : nil
            try write(FilterPage(entry: entry, previous: previous, next: next).markup.text, entry.page)
        }
        if !contents.recipes.isEmpty { try write(RecipePage(recipes: contents.recipes).markup.text, "recipes.html") }
        try write(IndexPage(contents: contents).markup.text, "index.html")
    }

    /// Returns a complete page. `root` is the relative path from its folder to the gallery's.
    static func page(title: String, root: String, body: Markup) -> Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>\(title)</title>
        <link rel="stylesheet" href="\(root)gallery.css" />
        <script src="\(root)gallery.js" defer="defer"></script>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// Returns a block of code with a button for copying it.
    static func code(_ text: String, label: String) -> Markup {
        """
        <div class="code"><h3>\(label)</h3><button type="button" class="copy" hidden="hidden">Copy</button>
        <pre tabindex="0"><code>\(text)</code></pre></div>
        """
    }

    /// Returns a picture with its caption. Small pictures are enlarged without interpolation.
    static func figure(_ picture: GalleryPicture, root: String, alternative: String, caption: Markup) -> Markup {
        let (width, height) = (Int(picture.shown.width), Int(picture.shown.height))
        let factor = max(1, 160 / max(width, height))
        let tiny: Markup? = factor > 1 ? #" class="tiny""# : nil
        return """
            <figure><img src="\(root)\(picture.file)" alt="\(alternative)" width="\(width * factor)" height="\(height * factor)"\(tiny) \
            loading="lazy" /><figcaption>\(caption)</figcaption></figure>
            """
    }
}
