/**
 * Verifies the demo: ids, order, sizes, and that what the conversations say of files agrees with demo/workspace.
 * `node demo/check.ts` prints the counts; the unit tests call `checkDemo`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoConversations } from './conversations.ts';
import { type DemoConversation, type DemoTool, type DemoTurn, goneFiles, scratchFiles } from './types.ts';

const workspace = join(import.meta.dirname, 'workspace');
const pathKeys = new Set(['path', 'files']);
/** Paths within other arguments, such as commands, and within the text of the turns. */
const pathPattern = /(?<![\w./~-])(?:src|test|docs)\/[\w-]+(?:\.[\w-]+)*\.(?:ts|md)\b/g;
const datePattern =
  /\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:January|February|April|August|September|October|November|December) \d/;
const machinePattern = /(?<![\w.])\/(?:home|Users|tmp|root|work|var)\/|[A-Z]:\\/;

export interface DemoCounts {
  conversations: number;
  turns: number;
  characters: number;
  tools: number;
  longest: { id: string; turns: number; characters: number };
}

export function checkDemo(conversations: readonly DemoConversation[] = demoConversations): {
  problems: string[];
  counts: DemoCounts;
} {
  const problems: string[] = [];
  const sizes = conversations.map(({ id, turns }) => ({ id, turns: turns.length, characters: characters(turns) }));
  const longest = sizes.reduce((best, size) => (size.characters > best.characters ? size : best), sizes[0]!);
  const allTurns = conversations.flatMap(conversation => conversation.turns);
  const counts: DemoCounts = {
    conversations: conversations.length,
    turns: allTurns.length,
    characters: characters(allTurns),
    tools: allTurns.reduce((sum, turn) => sum + (turn.tools?.length ?? 0), 0),
    longest,
  };
  const expect = (good: boolean, problem: string): void => {
    if (!good) {
      problems.push(problem);
    }
  };

  expect(new Set(conversations.map(({ id }) => id)).size === conversations.length, 'ids are not unique');
  expect(counts.conversations >= 10, 'fewer than 10 conversations');
  expect(counts.turns >= 90 && counts.turns <= 130, `${counts.turns} turns, not 90 to 130`);
  expect(longest.turns >= 25 && longest.characters >= 35_000, 'no long conversation');
  for (const status of ['failed', 'cancelled']) {
    const found = allTurns.filter(turn => turn.status === status).length;
    expect(found === 1, `${found} turns are ${status}, not one`);
  }
  for (const path of goneFiles) {
    expect(!existsSync(join(workspace, path)), `${path} is said to be gone`);
  }

  for (const [index, { id, daysAgo, time, turns }] of conversations.entries()) {
    expect(/^[a-z]+(?:-[a-z]+)*$/.test(id), `${id}: not a slug`);
    expect(/^\d\d:\d\d$/.test(time), `${id}: time ${time}`);
    expect(daysAgo >= 1 && daysAgo < (conversations[index - 1]?.daysAgo ?? 366), `${id}: daysAgo out of order`);
    expect(turns.length >= 4, `${id}: fewer than 4 turns`);
    expect(minutesAfter(daysAgo, time) > (turns.at(-1)?.minutes ?? 0), `${id}: ends in the future`);
    for (const [number, turn] of turns.entries()) {
      const where = `${id}, turn ${number + 1}`;
      expect(turn.minutes > (turns[number - 1]?.minutes ?? -1), `${where}: minutes do not ascend`);
      expect(turn.user !== '', `${where}: no question`);
      expect((turn.assistant === '') === (turn.status === 'failed'), `${where}: answer and status do not fit`);
      expect((turn.error !== undefined) === (turn.status === 'failed'), `${where}: error and status do not fit`);
      for (const path of turn.references ?? []) {
        expect(known(path), `${where}: no file ${path}`);
      }
      for (const path of `${turn.user}\n${turn.assistant}`.match(pathPattern) ?? []) {
        expect(known(path), `${where}: the text names ${path}`);
      }
      for (const tool of turn.tools ?? []) {
        for (const path of toolPaths(tool)) {
          expect(known(path), `${where}: ${tool.name} names ${path}`);
        }
        expect(tool.success === (tool.error === undefined), `${where}: ${tool.name}: error and success do not fit`);
        expect(resultFits(tool), `${where}: ${tool.name}: the result is not what the workspace has`);
      }
      const text = JSON.stringify(turn);
      expect(!datePattern.test(text), `${where}: an absolute date`);
      expect(!machinePattern.test(text), `${where}: a machine's path`);
    }
  }
  return { problems, counts };
}

function characters(turns: readonly DemoTurn[]): number {
  return turns.reduce((sum, turn) => sum + turn.user.length + turn.assistant.length, 0);
}

/** Minutes from the conversation's start to midnight before today: a turn later than that may lie in the future. */
function minutesAfter(daysAgo: number, time: string): number {
  return daysAgo * 1440 - Number(time.slice(0, 2)) * 60 - Number(time.slice(3));
}

function known(path: string): boolean {
  return existsSync(join(workspace, path)) || goneFiles.includes(path) || scratchFiles.includes(path);
}

function toolPaths(tool: DemoTool): string[] {
  return Object.entries(tool.arguments).flatMap(([key, value]) => {
    if (pathKeys.has(key)) {
      return [value].flat().map(String);
    }
    return String(value).match(pathPattern) ?? [];
  });
}

/** What was read or found in a file that still exists must be in it now, in the lines that are named. */
function resultFits(tool: DemoTool): boolean {
  const { path, startLine, endLine } = tool.arguments as { path?: string; startLine?: number; endLine?: number };
  if (tool.name === 'readFile' && path && startLine && endLine && !goneFiles.includes(path)) {
    return (
      fileLines(path)
        .slice(startLine - 1, endLine)
        .join('\n') === tool.result
    );
  }
  if (tool.name === 'searchCode' && path && !scratchFiles.includes(path)) {
    return tool.result.split('\n').every(line => {
      const match = /^(\S+):(\d+): (.*)$/.exec(line);
      return match !== null && fileLines(match[1]!)[Number(match[2]) - 1]?.trim() === match[3];
    });
  }
  return true;
}

function fileLines(path: string): string[] {
  const full = join(workspace, path);
  return existsSync(full) ? readFileSync(full, 'utf8').split(/\r?\n/) : [];
}

if (import.meta.main) {
  const { problems, counts } = checkDemo();
  const { longest } = counts;
  console.log(`${counts.conversations} conversations, ${counts.turns} turns, ${counts.tools} tool calls`);
  console.log(`${counts.characters} characters of questions and answers`);
  console.log(`longest: ${longest.id} with ${longest.turns} turns, ${longest.characters} characters`);
  for (const problem of problems) {
    console.error(`problem: ${problem}`);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
