-- Uses the language server as a person does in Neovim, and compares buffers and answers with what they should be.
-- Run by .make/test-editors, with the program in COREIMAGE_COMMAND and a folder in COREIMAGE_EDITOR_FOLDER.
local command = os.getenv("COREIMAGE_COMMAND")
local folder = os.getenv("COREIMAGE_EDITOR_FOLDER")
local failures = 0

local function check(name, found, expected)
  if vim.deep_equal(found, expected) then return end
  failures = failures + 1
  io.stderr:write(name .. ": found " .. vim.inspect(found) .. " instead of " .. vim.inspect(expected) .. "\n")
end

-- `retrun` is wrong, and `é𝒳` before it has 6 bytes and 3 units of UTF-16.
local source = {
  "// Keeps a part of the light.",
  "float kept(float light) { return light * 0.5; }",
  "kernel vec4 dim(__sample image) {",
  "/* é𝒳 */ float part=kept(image.r);",
  "  /* é𝒳 */ return image * prt;",
  "}",
}
local path = folder .. "/dim.cikernel"
vim.fn.writefile(source, path)
vim.cmd("edit " .. path)
local buffer = vim.api.nvim_get_current_buf()

local exit_code
local client = vim.lsp.start_client({
  name = "cikernel",
  cmd = { command, "kernel", "language-server" },
  root_dir = folder,
  on_exit = function(code) exit_code = code end,
})
vim.lsp.buf_attach_client(buffer, client)
local encoding = "utf-16"

local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, true) end

local function diagnostics(count)
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) == count end, 20)
  return vim.diagnostic.get(buffer)
end

local function request(method, line, character, more)
  local parameters = vim.tbl_extend("force", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = character },
  }, more or {})
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, parameters, 20000)
  if not answers then
    check(method .. " is answered", problem, nil)
    return {}
  end
  return answers[client] or {}
end

local function use_everything()
  -- The diagnostic, in Neovim's columns, which are bytes.
  local found = diagnostics(1)
  check("diagnostics", #found, 1)
  if found[1] then
    check("line of the diagnostic", found[1].lnum, 4)
    check("column of the diagnostic", found[1].col, 30)
    check("severity", found[1].severity, vim.diagnostic.severity.ERROR)
    check("remedy", found[1].message:match("did you mean '(%w+)'"), "part")
  end

  -- An incremental change that corrects it.
  vim.api.nvim_buf_set_text(buffer, 4, 30, 4, 33, { "part" })
  check("no diagnostics after the correction", #diagnostics(0), 0)

  -- Completion, columns in units of UTF-16: `  /* é𝒳 */ return image * ` has 27 units.
  local labels = {}
  for _, item in ipairs(request("textDocument/completion", 4, 29).result or {}) do labels[item.label] = item.detail or "" end
  check("a variable is offered", labels.part, "float part")
  check("a function is offered", labels.kept, "float kept(float light)")
  check("a built-in function is offered", labels.mix ~= nil, true)
  labels = {}
  for _, item in ipairs(request("textDocument/completion", 3, 32).result or {}) do labels[item.label] = true end
  check("components are offered", { labels.rgb, labels.xyzw, labels.mix }, { true, true })

  local hover = request("textDocument/hover", 3, 22).result
  local text = hover and (hover.contents.value or hover.contents) or ""
  check("hover has the declaration", text:find("float kept(float light)", 1, true) ~= nil, true)
  check("hover has the comment", text:find("Keeps a part of the light.", 1, true) ~= nil, true)

  local definition = request("textDocument/definition", 3, 22).result
  check("definition", definition and definition[1] and definition[1].range.start, { line = 1, character = 6 })

  local help = request("textDocument/signatureHelp", 3, 27).result
  check("signature", help and help.signatures[1].label, "float kept(float light)")

  -- Renaming, through Neovim's own application of the edits.
  local renamed = request("textDocument/rename", 3, 17, { newName = "share" })
  if renamed.result then vim.lsp.util.apply_workspace_edit(renamed.result, encoding) end
  check("renamed declaration", lines()[4], "/* é𝒳 */ float share=kept(image.r);")
  check("renamed use", lines()[5], "  /* é𝒳 */ return image * share;")
  local refused = request("textDocument/rename", 3, 17, { newName = "image" })
  check("a conflict is refused", refused.error and refused.error.code, -32803)

  -- Formatting.
  local edits = request("textDocument/formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } }).result
  if edits then vim.lsp.util.apply_text_edits(edits, buffer, encoding) end
  check("formatted buffer", lines(), {
    "// Keeps a part of the light.",
    "float kept(float light) { return light * 0.5; }",
    "kernel vec4 dim(__sample image) {",
    "  /* é𝒳 */ float share = kept(image.r);",
    "  /* é𝒳 */ return image * share;",
    "}",
  })
  check("no diagnostics at the end", #diagnostics(0), 0)
end

local succeeded, problem = pcall(use_everything)
check("error of the script", succeeded or problem, true)
vim.lsp.stop_client(client)
vim.wait(20000, function() return exit_code ~= nil end, 20)
check("exit code of the server", exit_code, 0)
vim.cmd(failures == 0 and "qall!" or "cquit!")
