#!/usr/bin/env -S node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON
// Stands in for the VS Code program of @vscode/test-electron: the same command line, served by code-server.
import { launchHostTests } from './hostTests.ts';

process.exitCode = await launchHostTests(process.argv.slice(2));
