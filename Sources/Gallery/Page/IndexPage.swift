import CoreImage

/// The page of all filters by category, with a search field.
struct IndexPage {
    let contents: GalleryContents

    var markup: Markup {
        let groups = Self.groups(contents.entries)
        let failures = contents.entries.filter { $0.error != nil }
        let recipes: Markup? = contents.recipes.isEmpty ? nil : "<a href=\"#recipes\">Recipes</a>"
        let links = groups.map { group -> Markup in
            "<a href=\"#\(GalleryEntry.fileName(group.category))\">\(group.title) <small>\(group.entries.count)</small></a>"
        }
        let refused: Markup? =
            failures.isEmpty
            ? nil
            : """
            <section class="failures" aria-labelledby="failures"><h2 id="failures">Without a picture</h2>
            <ul>\(failures.map { "<li><a href=\"\($0.page)\">\($0.name)</a>: \($0.error ?? "")</li>" as Markup })</ul></section>
            """
        return GalleryPages.page(
            title: "Core Image filters", root: "",
            body: """
                <header>
                <h1>Core Image filters</h1>
                <p>\(contents.entries.count) filter\(contents.entries.count == 1 ? "" : "s") on one picture. Choose one for its inputs, and for code to copy.</p>
                <form role="search"><label for="search">Search</label>
                <input id="search" type="search" placeholder="name, category or what it does" autocomplete="off" />
                <output id="found" for="search" aria-live="polite"></output></form>
                <nav aria-label="Categories">\(links)\(recipes)</nav>
                </header>
                <main>
                \(refused)
                \(groups.map(Self.section))
                \(recipeSection)
                </main>
                """)
    }

    private var recipeSection: Markup? {
        guard !contents.recipes.isEmpty else { return nil }
        let cards = contents.recipes.enumerated().map { index, recipe -> Markup in
            let middle = recipe.frames.isEmpty ? nil : try? recipe.frames[recipe.frames.count / 2].outcome.get()
            return Self.card(
                page: "recipes.html#recipe-\(index)", title: recipe.title, words: recipe.summary + " recipe",
                summary: recipe.summary, picture: middle, alternative: recipe.title,
                error: recipe.error ?? recipe.missingDependency)
        }
        return """
            <section aria-labelledby="recipes"><h2 id="recipes">Recipes</h2>
            <ul class="cards">\(cards)</ul></section>
            """
    }

    /// Returns the section of a category.
    private static func section(_ group: (category: String, title: String, entries: [GalleryEntry])) -> Markup {
        let identifier = GalleryEntry.fileName(group.category)
        let cards = group.entries.map { entry in
            card(
                page: entry.page, title: entry.name,
                words: ([entry.displayName, entry.summary] + entry.categories).joined(separator: " "),
                summary: entry.summary, picture: entry.shown?.picture,
                alternative: "\(entry.displayName) \(entry.shown?.title ?? "")", error: entry.error)
        }
        return """
            <section aria-labelledby="\(identifier)"><h2 id="\(identifier)">\(group.title)</h2>
            <ul class="cards">\(cards)</ul></section>
            """
    }

    private static func card(
        page: String, title: String, words: String, summary: String, picture: GalleryPicture?, alternative: String,
        error: String?
    ) -> Markup {
        let image: Markup =
            if let picture {
                """
                <img src="\(picture.file)" alt="\(alternative)" width="320" height="240" loading="lazy"\(isTiny(picture) ? #" class="tiny""# : nil) />
                """
            } else {
                "<span class=\"error\" role=\"img\" aria-label=\"no picture\">\(error ?? "no picture")</span>"
            }
        return """
            <li data-words="\((title + " " + words).lowercased())"><a href="\(page)">\(image)<b>\(title)</b></a><p>\(summary)</p></li>
            """
    }

    private static func isTiny(_ picture: GalleryPicture) -> Bool {
        max(picture.shown.width, picture.shown.height) <= 80
    }

    /// Returns the entries grouped by main category, with the categories in alphabetical order of their titles.
    static func groups(_ entries: [GalleryEntry]) -> [(category: String, title: String, entries: [GalleryEntry])] {
        Dictionary(grouping: entries) { $0.categories.first ?? "Other" }
            .map { (category: $0.key, title: CIFilter.localizedName(forCategory: $0.key), entries: $0.value) }
            .sorted { $0.title < $1.title }
    }
}
