import Foundation
import PictureService
import Testing

struct MultipartFormTests {
    private func form(_ text: String, boundary: String = "xyz") throws -> MultipartForm {
        try MultipartForm(Data(text.utf8), boundary: boundary)
    }

    /// The example of RFC 7578 in spirit: a field, and a file whose content has line breaks and dashes.
    @Test func partsAreFound() throws {
        let body =
            "preamble\r\n--xyz\r\nContent-Disposition: form-data; name=\"chain\"\r\n\r\nSepiaTone, Vignette\r\n"
            + "--xyz  \r\ncontent-type: image/png\r\nCONTENT-DISPOSITION:form-data;name=picture; filename=\"a;\\\"b.png\"\r\n"
            + "\r\n\r\n--xy\r\n\n--xyz--\0\r\n--xyz--\r\nepilogue"
        let form = try form(body)
        #expect(form.parts.keys.sorted() == ["chain", "picture"])
        #expect(form.parts["chain"].map { String(decoding: $0, as: UTF8.self) } == "SepiaTone, Vignette")
        #expect(form.parts["picture"].map { Array($0) } == Array("\r\n--xy\r\n\n--xyz--\0".utf8))
    }

    @Test func emptyFormsAndParts() throws {
        #expect(try form("--xyz--").parts.isEmpty)
        #expect(try form("--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--xyz--").parts["a"] == Data())
    }

    @Test(arguments: [
        "", "xyz", "--xyz", "--xyz\r\n", "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nb",
        "--xyz\r\nContent-Type: a\r\n\r\nb\r\n--xyz--", "--xyz\r\nContent-Disposition: form-data\r\n\r\nb\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nb\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"a\r\n\r\nb\r\n--xyz--", "--xyz\r\n\r\n--xyz--",
    ])
    func othersAreRefused(body: String) { #expect(throws: MultipartForm.Malformed.self) { try form(body) } }

    @Test func namesAreThereOnce() {
        let part = "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n"
        #expect(throws: MultipartForm.Malformed.self) { try form(part + part + "--xyz--") }
        #expect(throws: MultipartForm.Malformed.self) { try form(part + "--xyz--", boundary: "") }
    }

    /// Every prefix of a form is refused or is a form, and nothing is read outside of it.
    @Test func truncatedForms() {
        let whole = "--xyz\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\nabc\r\n--xyz--"
        for count in 0..<whole.utf8.count {
            let data = Data(whole.utf8.prefix(count))
            #expect(throws: MultipartForm.Malformed.self, "\(count)") { try MultipartForm(data, boundary: "xyz") }
        }
    }
}
