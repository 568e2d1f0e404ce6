/// A syntax error in a chain of filters.
package enum ChainSyntaxError: Error, Equatable, CustomStringConvertible {
    case noFilter
    case settingWithoutFilter(String)
    case notASetting(String, filter: String)
    case missingLabel(filter: String)
    case afterLabel(String, label: String)
    case reservedLabel(String)
    case duplicateLabel(String)
    case emptyStep(after: String?)
    case missingLastStep(after: String)
    case settingTwice(key: String, filter: String)

    package var description: String {
        switch self {
        case .noFilter:
            "no filter is given; write filters behind --, as in: -- SepiaTone intensity=0.8, GaussianBlur radius=3"
        case .settingWithoutFilter(let text): "\(text) comes before the first filter's name; write NAME \(text)"
        case .notASetting(let text, let filter):
            "\(text) is not a setting of \(filter); write key=value, and a comma before the next filter's name"
        case .missingLabel(let filter): "'as' behind \(filter) needs a label, as in: \(filter) as soft"
        case .afterLabel(let text, let label):
            "'\(text)' follows the label \(label); write a comma before the next filter"
        case .reservedLabel(let label): "the label \(label) is taken: @input is the picture read from the file"
        case .duplicateLabel(let label): "the label \(label) is given twice"
        case .emptyStep(let filter?):
            "no filter stands between the commas behind \(filter); write one comma between two filters"
        case .emptyStep(nil): "the first filter is missing before a comma; write its name, or leave the comma out"
        case .missingLastStep(let filter):
            "no filter stands behind the last comma, which follows \(filter); write its name, or leave the comma out"
        case .settingTwice(let key, let filter): "\(key) of \(filter) is given twice; leave one of them out"
        }
    }
}
