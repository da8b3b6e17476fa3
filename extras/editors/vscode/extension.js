const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("sgi").get("path");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("sgi", "sgi", server, { documentSelector: [{ language: "game" }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
