/// The rendered filters and recipes of a gallery.
package struct GalleryContents: Sendable {
    let entries: [GalleryEntry]
    let recipes: [GalleryRecipe.Rendered]
}
