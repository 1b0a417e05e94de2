"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Start the server for YAML files; it keeps quiet about those that are no concepts. */
exports.activate = function () {
  const [command, ...args] = workspace.getConfiguration("chargen").get("command");
  client = new LanguageClient(
    "chargen",
    { command, args },
    {
      documentSelector: [
        { language: "yaml", scheme: "file" },
        { language: "yaml", scheme: "untitled" },
      ],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
