import Testing

@testable import PictureService

@Suite("Names in certificates, by RFC 9525")
struct CertificateNameTests {
    @Test(
        "names that are for a host",
        arguments: [
            ("pictures.example.com", "pictures.example.com"), ("Pictures.Example.COM", "pictures.example.com"),
            ("pictures.example.com", "pictures.example.com."), ("*.example.com", "pictures.example.com"),
            ("localhost", "localhost"),
        ])
    func matching(name: String, host: String) { #expect(CertificateName(name).matches(host)) }

    @Test(
        "names that are for other hosts",
        arguments: [
            ("example.com", "pictures.example.com"), ("pictures.example.com", "example.com"),
            ("*.example.com", "example.com"), ("*.example.com", "a.pictures.example.com"), ("*", "localhost"),
            ("*.com", "example.com"), ("*.localhost", "localhost"), ("l*t", "localhost"),
            ("pic*.example.com", "pictures.example.com"),
            ("a.*.com", "a.example.com"), ("", "localhost"), ("*.example.com", ".example.com"), ("*..com", "a..com"),
            ("127.0.0.1", "pictures.example.com"), ("pictures.example.com\0.org", "pictures.example.com"),
        ])
    func other(name: String, host: String) { #expect(!CertificateName(name).matches(host)) }
}
