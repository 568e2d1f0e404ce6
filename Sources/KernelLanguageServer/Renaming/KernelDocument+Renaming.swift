import KernelLanguage
import UntrustedInput

extension KernelDocument {
    /// Returns the name at a place if it can be changed.
    ///
    /// - Throws: the reason, if there is no name or it isn't declared in this source.
    package func renamable(at offset: Int) throws(RenameRefusal) -> (name: String, span: SourceSpan) {
        let found = try renamedDeclaration(at: offset)
        return (found.declaration.name, found.occurrence.span)
    }

    /// Returns the changes that give the name at a place another name. Overloads of a function are renamed together.
    ///
    /// - Throws: the reason, if the name can't be changed, the new one isn't a name, or if any word of the source would
    ///   have another meaning.
    package func rename(at offset: Int, to newName: String) throws(RenameRefusal) -> [TextReplacement] {
        let (index, declaration, _) = try renamedDeclaration(at: offset)
        if newName == declaration.name { return [] }
        try checkName(newName)
        try checkHiddenUses(declaration, newName)
        let places = names.occurrences(of: index)
        if places.contains(where: \.isAmbiguous) {
            guard KernelCompiler.check(KernelSource(text: text.string)).succeeded else {
                throw RenameRefusal(
                    "'\(declaration.name)' is also a built-in function with as many parameters; correct the errors "
                        + "first, so that its calls can be told apart")
            }
        }
        let replacements = places.map { TextReplacement(span: $0.span, text: newName) }
        try checkMeanings(after: replacements, of: declaration, newName)
        return replacements
    }

    private func renamedDeclaration(
        at offset: Int
    ) throws(RenameRefusal) -> (index: Int, declaration: Declaration, occurrence: Occurrence) {
        guard !isInComment(offset), !isInactive(offset), let word = names.occurrence(at: offset) else {
            throw RenameRefusal("there is no name here")
        }
        switch word.meaning {
        case .declared(let index): return (index, names.declarations[index], word)
        case .builtInFunction: throw RenameRefusal("'\(word.name)' is a built-in function")
        case .type: throw RenameRefusal("'\(word.name)' is a type of the language")
        case .keyword, .directive: throw RenameRefusal("'\(word.name)' is a word of the language")
        case .member: throw RenameRefusal("'\(word.name)' names components of a value")
        case .unknown: throw RenameRefusal("'\(word.name)' isn't declared in this file")
        }
    }

    private func checkName(_ name: String) throws(RenameRefusal) {
        let shown = printable(name, limit: 60)
        let bytes = Array(name.utf8)
        let isName =
            !bytes.isEmpty && bytes.count <= 256
            && bytes.allSatisfy { byte in
                (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
                    || (byte >= 0x30 && byte <= 0x39)
            } && !(bytes[0] >= 0x30 && bytes[0] <= 0x39)
        guard isName else {
            throw RenameRefusal("'\(shown)' isn't a name; use letters, digits and _, and no digit first")
        }
        if name.hasPrefix("__") { throw RenameRefusal("names that begin with __ are reserved") }
        if LanguageWords.reserved.contains(name) {
            throw RenameRefusal("'\(shown)' is a word of the language; choose another name")
        }
    }

    /// Refuses names that occur where their meaning depends on more than the place: in the text of macros, and in text
    /// that conditions leave out.
    private func checkHiddenUses(_ declaration: Declaration, _ newName: String) throws(RenameRefusal) {
        for macro in names.declarations where macro.kind == .macro {
            var hidden = [newName]
            if !isGlobalOnly(declaration) { hidden.append(declaration.name) }
            for name in hidden where macro.macroNames.contains(name) {
                throw RenameRefusal(
                    "'\(name)' stands in the text of the macro '\(macro.name)', whose meaning depends on where it is "
                        + "used; change the macro first")
            }
            if macro.name == newName {
                throw RenameRefusal("'\(newName)' is a macro; choose another name")
            }
        }
        for token in source.tokens where token.kind == .identifier && isInactive(token.span.start) {
            if token.text == declaration.name || token.text == newName {
                throw RenameRefusal(
                    "'\(token.text)' also stands in text that a condition leaves out, on line "
                        + "\(text.line(of: token.span.start) + 1); rename it there by hand")
            }
        }
    }

    /// Whether a name means the same wherever a macro with the name in its text is used.
    private func isGlobalOnly(_ declaration: Declaration) -> Bool {
        guard declaration.kind == .global || declaration.kind == .function else { return false }
        return BuiltInFunction.all[declaration.name] == nil
            && !names.declarations.contains {
                $0.name == declaration.name && $0 != declaration && $0.kind != .macroParameter
            }
    }

    /// Compares what every word means before and after, and if the source compiles, also what it is compiled to.
    private func checkMeanings(
        after replacements: [TextReplacement], of declaration: Declaration, _ newName: String
    ) throws(RenameRefusal) {
        let renamed = KernelDocument(TextReplacement.apply(replacements, to: text))
        let refusal = RenameRefusal(
            "with '\(newName)' instead of '\(declaration.name)', a name would mean something else; choose another name")
        let before = names.occurrences
        let after = renamed.names.occurrences
        guard before.count == after.count else { throw refusal }
        for (old, new) in zip(before, after) where old.meaning != new.meaning || old.isDeclaration != new.isDeclaration
        {
            throw RenameRefusal(
                "with '\(newName)' instead of '\(declaration.name)', '\(new.name)' on line "
                    + "\(text.line(of: old.span.start) + 1) would mean something else; choose another name")
        }
        let compiled = KernelCompiler.check(KernelSource(text: text.string))
        guard compiled.succeeded else { return }
        let result = KernelCompiler.check(KernelSource(text: renamed.text.string))
        guard result.succeeded, result.kernels.count == compiled.kernels.count,
            zip(compiled.kernels, result.kernels)
                .allSatisfy({ old, new in
                    Self.dump(old, declaration.name, newName) == Self.dump(new, declaration.name, newName)
                })
        else { throw refusal }
    }

    /// Returns a program as text in which the old and the new name are the same.
    private static func dump(_ program: Program, _ oldName: String, _ newName: String) -> String {
        var result = ""
        var word = ""
        for character in program.dump + "\n" {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                result += word == oldName || word == newName ? "#" : word
                result.append(character)
                word = ""
            }
        }
        return result
    }
}
