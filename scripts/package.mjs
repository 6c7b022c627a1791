// `npm run package`: makes the .vsix.
import path from 'node:path';
import { continueOnProjectNode, ensureDependencies } from './lib/dependencies.mjs';
import { runMain, SetupError } from './lib/progress.mjs';
import { makePackage } from './lib/vsix.mjs';

await runMain(async () => {
  await ensureDependencies();
  await continueOnProjectNode();
  const { file, output, error } = await makePackage();
  if (error !== undefined) {
    throw new SetupError(`The package could not be made.\n${error}`);
  }
  console.log(output.trimEnd());
  console.log(`Made ${path.relative(process.cwd(), file)}`);
});
