/// The page of the recipes, with their pictures and code.
struct RecipePage {
    let recipes: [GalleryRecipe.Rendered]

    var markup: Markup {
        let sections = recipes.enumerated().map { index, recipe -> Markup in
            let missing: Markup? = recipe.missingDependency.map { "<p class=\"note\">No pictures: \($0)</p>" }
            let figures = recipe.frames.map { frame -> Markup in
                switch frame.outcome {
                case .success(let picture):
                    GalleryPages.figure(
                        picture, root: "", alternative: "\(recipe.title), \(frame.caption)", caption: "\(frame.caption)"
                    )
                case .failure(let refusal): "<p class=\"error\">\(refusal.description)</p>"
                }
            }
            return """
                <section aria-labelledby="recipe-\(index)"><h2 id="recipe-\(index)">\(recipe.title)</h2>
                <p>\(recipe.summary)</p>\(missing)<div class="figures">\(figures)</div>
                \(GalleryPages.code(recipe.code, label: "Swift"))</section>
                """
        }
        return GalleryPages.page(
            title: "Core Image recipes", root: "",
            body: """
                <header><nav aria-label="Gallery"><a href="index.html">All filters</a></nav><h1>Recipes</h1>
                <p>Effects made of several filters. The code is what made the pictures.</p></header>
                <main>\(sections)</main>
                """)
    }
}
