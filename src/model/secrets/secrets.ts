import { redactNamed, redactPairs, redactVariables } from './namedSecrets.ts';
import type { OwnPattern } from './ownPatterns.ts';
import { redactPrivateKeys, redactPuttyKeys } from './privateKeys.ts';
import { REDACTED } from './redaction.ts';
import { redactCalls, redactOptions, redactTools } from './secretCommands.ts';
import { redactFiles } from './secretFiles.ts';
import { redactForms } from './secretForms.ts';
import {
  redactAddresses,
  redactAuthorization,
  redactCookieFiles,
  redactCookies,
  redactDataSources,
} from './secretHeaders.ts';

/** Secrets are found by their form or by the name before them. No pattern here may look over the same text twice. */

export { REDACTED };

/** What is known by its form comes first, and what is known by its place before what has only a name. */
const steps: readonly ((text: string) => string)[] = [
  redactPrivateKeys,
  redactPuttyKeys,
  redactForms,
  redactAddresses,
  redactDataSources,
  redactAuthorization,
  redactCookies,
  redactCookieFiles,
  redactFiles,
  redactTools,
  redactOptions,
  redactCalls,
  redactPairs,
  redactNamed,
  redactVariables,
];

/** Replaces what looks like a secret. Code that only names one (`password = readPassword()`) stays as it is. */
export function redactSecrets(text: string, own: readonly OwnPattern[] = []): string {
  let result = text;
  for (const step of steps) {
    result = step(result);
  }
  for (const pattern of own) {
    result = pattern.redact(result);
  }
  return result;
}
