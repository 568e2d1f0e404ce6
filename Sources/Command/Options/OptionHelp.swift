import ArgumentParser

/// Help that options of several commands share.
enum OptionHelp {
    /// The help of `--depth`.
    static var depth: ArgumentHelp {
        ArgumentHelp(
            "Bits of a colour component: 8, 16 or float. When left out, those of the input where the format can hold them, else 8.",
            valueName: "depth")
    }

    /// The part of the help of `--memory` about memory that isn't counted.
    static let uncountedMemory =
        " Not counted: some 60 MB for the program, what decoders and encoders hold, and a picture that can't be computed while it is "
        + "read, which is kept decoded: in memory up to 1 GiB, else in a temporary file."
}
