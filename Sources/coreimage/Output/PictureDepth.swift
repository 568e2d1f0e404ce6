import ArgumentParser

/// The option `--depth`: the bits of a colour component.
enum PictureDepth: String, ExpressibleByArgument, CaseIterable {
    case eight = "8"
    case sixteen = "16"
    case float
}
