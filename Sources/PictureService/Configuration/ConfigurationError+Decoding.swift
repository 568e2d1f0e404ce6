import UntrustedInput

extension ConfigurationError {
    /// Describes a value of a wrong type, a missing or an unknown field.
    init(decoding error: DecodingError, file: String) {
        self.init(
            file: file, key: printable(error.field), error.reason,
            remedy: "The article \"Running the service\" lists all keys.")
    }
}
