-- `.game` files in Neovim 0.11 or later, by `sgi lsp`.
vim.filetype.add({ extension = { game = "game" } })
vim.api.nvim_create_autocmd("FileType", {
  pattern = "game",
  callback = function()
    vim.bo.commentstring = "# %s"
    vim.bo.shiftwidth = 2
    vim.bo.expandtab = true
  end,
})
vim.lsp.config("sgi", { cmd = { "sgi", "lsp" }, filetypes = { "game" }, root_markers = { ".git" } })
vim.lsp.enable("sgi")
vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(attached)
    local client = vim.lsp.get_client_by_id(attached.data.client_id)
    if client and client.name == "sgi" then
      vim.lsp.inlay_hint.enable(true, { bufnr = attached.buf })
    end
  end,
})
