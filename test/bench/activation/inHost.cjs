// VS Code calls run() in its extension host; the window closes when it resolves.
const vscode = require('vscode');

exports.run = async () => {
  await vscode.extensions.getExtension('strata.strata-memory').activate();
};
