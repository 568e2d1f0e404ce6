import CoreImage
import Foundation
import Synchronization

/// The pages with which image units replace the controls of their filters. Thread-safe.
///
/// They are served under a token of their own, which gives access to nothing else: such a page knows its address, and
/// must not learn the one of the workbench's page.
package final class InterfaceShelf: Sendable {
    /// What the workbench's page gets to know.
    package struct Place: Sendable, Hashable, Encodable {
        /// The path of the page on this server; nil if it can't be shown.
        package var path: String?
        /// The reason why it can't be shown, and the remedy.
        package var problem: String?

        /// Creates a place, or a reason why there is none.
        package init(path: String? = nil, problem: String? = nil) { (self.path, self.problem) = (path, problem) }
    }

    /// The part of paths that other programs don't know.
    package let token = AccessToken.make()
    private let pages = Mutex<[String: [UInt8]]>([:])

    /// Creates an empty shelf.
    package init() {}

    /// Reads the page of a filter; nil if the filter has none.
    func open(_ filter: String) -> Place? {
        do {
            guard let page = try CIFilter.customInterface(forFilterName: filter) else { return nil }
            let name = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            pages.withLock { $0[name] = Array(page.utf8) }
            return Place(path: "/\(token)/\(name)")
        } catch {
            return Place(problem: "\(error)")
        }
    }

    /// Returns the bytes of a page that was opened, by its path behind the token.
    package func page(_ path: String) -> [UInt8]? { pages.withLock { $0[path] } }
}
