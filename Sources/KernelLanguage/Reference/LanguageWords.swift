/// The words of the kernel language that aren't types or functions, for editors.
package enum LanguageWords {
    /// Words that begin or qualify a declaration, with a description each.
    package static let declarations: [String: String] = [
        "kernel": "Declares a function that an application can run: it computes one pixel of an image.",
        "const": "The value can't be changed.",
        "uniform": "A global value that is the same for every pixel and can't be changed.",
        "precision": "Accepted and without effect: every float has 32 bits.",
        "highp": "Accepted and without effect.", "mediump": "Accepted and without effect.",
        "lowp": "Accepted and without effect.", "static": "Accepted and without effect.",
        "inline": "Accepted and without effect.", "varying": "Accepted and without effect.",
        "invariant": "Accepted and without effect.",
    ]

    /// Words that stand before a parameter, with a description each.
    package static let parameters: [String: String] = [
        "in": "The function gets a copy of the argument, which is the default.",
        "out": "The function sets the caller's variable.",
        "inout": "The function gets the value of the caller's variable and may change it.",
    ]

    /// Words of statements and values, with a description each.
    package static let statements: [String: String] = [
        "if": "Executes a statement if a bool is true.", "else": "Executes a statement if the bool of `if` is false.",
        "for": "A loop with a start, a condition and a step. Bounds needn't be constant.",
        "while": "A loop that tests its condition before each pass.",
        "do": "A loop that tests its condition after each pass.", "break": "Leaves the innermost loop.",
        "continue": "Goes on with the next pass of the innermost loop.",
        "return": "Leaves the function, with its value.", "true": "The bool that holds.",
        "false": "The bool that doesn't hold.",
    ]

    /// Words that other languages have, and that can't be names in a kernel.
    package static let refused: Set<String> = [
        "switch", "case", "default", "goto", "discard", "struct", "typedef", "extern", "using", "namespace",
        "template", "attribute", "layout",
    ]

    /// The directives of the preprocessor, without `#`, with a description each.
    package static let directives: [String: String] = [
        "define": "Defines a macro.", "undef": "Removes a macro.", "if": "Keeps the text if a whole number isn't 0.",
        "ifdef": "Keeps the text if a macro is defined.", "ifndef": "Keeps the text if a macro isn't defined.",
        "elif": "Another condition, if those before didn't hold.",
        "else": "The text to keep if no condition before held.", "endif": "Ends a condition.",
        "error": "Reports an error with the text that follows.", "version": "Accepted and without effect.",
        "extension": "Accepted and without effect.", "pragma": "Accepted and without effect.",
        "line": "Accepted and without effect.", "import": "Accepted and without effect.",
    ]

    /// Every word that can't be the name of a variable, a function or a macro.
    package static let reserved: Set<String> =
        Set(declarations.keys).union(parameters.keys).union(statements.keys).union(refused)
        .union(BuiltInType.all.keys).union(["defined"])
}
