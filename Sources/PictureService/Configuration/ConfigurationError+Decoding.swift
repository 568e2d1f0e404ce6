import PictureWorker
import UntrustedInput

extension ConfigurationError {
    /// Describes a value of a wrong type, a missing or an unknown field.
    init(decoding error: DecodingError, file: String) {
        let text = RequestField.text(of: error)
        let key: String =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                RequestField.place(context.codingPath)
            @unknown default: ""
            }
        let prefix = printable(key) + ": "
        self.init(
            file: file, key: printable(key), text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text,
            remedy: "The article \"Running the service\" lists all keys.")
    }
}
