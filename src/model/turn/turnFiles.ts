import { filesOfTools } from './toolFiles.ts';
import type { ToolUse, Turn } from './turn.ts';

/** A file that a turn is linked to, with the path it had when it was mentioned. */
export interface LinkedFile {
  file: { path: string };
  path_then: string;
}

/**
 * The files of a turn: those attached, those its tools were given, by the paths they have now where the links know
 * them, then those that were only named.
 */
export function turnFiles(
  references: readonly { path: string }[],
  argumentsOfCalls: readonly unknown[],
  linkedFiles: readonly LinkedFile[] = [],
): string[] {
  const given = [...references.map(({ path }) => path), ...filesOfTools(argumentsOfCalls)];
  return [
    ...new Set([
      ...given.map(path => mentionedAs(path, linkedFiles)?.file.path ?? path),
      ...linkedFiles.map(({ file }) => file.path),
    ]),
  ];
}

export function filesOfTurn(
  { user, tools }: Pick<Turn, 'user' | 'tools'>,
  linkedFiles?: readonly LinkedFile[],
): string[] {
  return turnFiles(user.references, argumentsOf(tools), linkedFiles);
}

export const argumentsOf = (tools: readonly ToolUse[]): unknown[] => tools.map(({ call }) => call.arguments);

/** What a path that a turn mentions was linked to, by the path that the file had then or has now; the same one first. */
export function mentionedAs<F extends LinkedFile>(path: string, linkedFiles: readonly F[]): F | undefined {
  const ends = (longer: string, shorter: string) => longer.endsWith(`/${shorter}`);
  return (
    linkedFiles.find(({ file, path_then }) => [path_then, file.path].includes(path)) ??
    linkedFiles.find(({ file, path_then }) =>
      [path_then, file.path].some(known => ends(known, path) || ends(path, known)),
    )
  );
}
