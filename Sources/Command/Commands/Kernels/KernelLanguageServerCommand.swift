import ArgumentParser
import CoreImage
import KernelLanguageServer

/// `coreimage kernel language-server`: the Language Server Protocol for kernels.
struct KernelLanguageServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "language-server",
        abstract: "Serve an editor that has kernels open: errors, completion, renaming, formatting.",
        discussion: """
            Speaks the Language Server Protocol, version 3.17, on standard input and output. An editor starts it; people don't. It gives \
            the compiler's errors and warnings while text is written, completion, descriptions of functions and names, signatures, \
            declarations and uses, renaming, outlines, colours and formatting. It reads no files and opens no connections.

            Renaming is refused with a reason if any name would then mean something else. Formatting changes white space only, and keeps \
            the breaks between lines. The article "Editing kernels" has all details and more editors.

            NEOVIM
              From version 0.8 on, in init.lua:
              vim.filetype.add({ extension = { cikernel = "cikernel" } })
              vim.api.nvim_create_autocmd("FileType", {
                pattern = "cikernel",
                callback = function()
                  vim.lsp.start({
                    name = "cikernel",
                    cmd = { "coreimage", "kernel", "language-server" },
                  })
                end,
              })

            EMACS
              With eglot, in init.el; then M-x eglot in a buffer with a kernel:
              (define-derived-mode cikernel-mode c-mode "Kernel")
              (add-to-list 'auto-mode-alist
                           '("\\\\.cikernel\\\\'" . cikernel-mode))
              (with-eval-after-load 'eglot
                (add-to-list 'eglot-server-programs
                  '(cikernel-mode "coreimage" "kernel" "language-server")))

            VISUAL STUDIO CODE
              With an extension that starts any server, such as zsol.vscode-glspc:
              "files.associations": { "*.cikernel": "hlsl" },
              In the settings of the extension, the command is coreimage, its
              arguments are kernel and language-server, and the language is hlsl.

            KATE
              In Configure Kate, LSP Client, User Server Settings:
              { "servers": { "GLSL": {
                  "command": ["coreimage", "kernel", "language-server"],
                  "highlightingModeRegex": "^GLSL$" } } }
              In Open/Save, Modes & Filetypes, add *.cikernel to Sources/GLSL.

            EXAMPLES
              coreimage kernel language-server
              nvim my.cikernel

            EXIT CODES
              0   the editor ended the session
              1   the editor's stream ended without that
              64  wrong usage
            """)

    @Flag(help: "Accepted for editors that pass it; standard input and output are used in any case.")
    var stdio = false

    func run() throws {
        let code = LanguageServerProcess.serve(version: CIPlugIn.hostVersion)
        if code != 0 { throw ExitCode(code) }
    }
}
