import { FileIndex } from '../../../src/memory/mentions/files/fileIndex.ts';
import { findSymbol } from '../../../src/memory/mentions/files/fileSymbols.ts';
import { isBelowAny, topmost } from '../../../src/memory/mentions/files/folders.ts';
import { globFilter } from '../../../src/memory/mentions/files/globs.ts';
import { nearest, nearestBelow } from '../../../src/memory/mentions/files/nearness.ts';
import { isHostile, pathOfUri } from '../../../src/memory/mentions/files/path.ts';
import { belowFolder, prefixesOf, rootOf } from '../../../src/memory/mentions/files/roots.ts';
import { linkFiles } from '../../../src/memory/mentions/linkFiles.ts';
import { diffMentions } from '../../../src/memory/mentions/reading/diffs.ts';
import { extractMentions, readParts } from '../../../src/memory/mentions/reading/extract.ts';
import { foundAt } from '../../../src/memory/mentions/reading/found.ts';
import { isHost } from '../../../src/memory/mentions/reading/hosts.ts';
import { inlineMentions } from '../../../src/memory/mentions/reading/inline.ts';
import {
  endsLikeFile,
  isDocument,
  mayNameFile,
  namesFile,
  namesRelative,
} from '../../../src/memory/mentions/reading/names.ts';
import { placeAround } from '../../../src/memory/mentions/reading/place.ts';
import { asSymbol, plainSymbol, symbolAround, symbolsIn } from '../../../src/memory/mentions/reading/symbols.ts';
import { readTarget } from '../../../src/memory/mentions/reading/target.ts';
import { contextMention, withoutColours } from '../../../src/memory/mentions/reading/terminal.ts';
import { mentionsOfTool } from '../../../src/memory/mentions/reading/toolMentions.ts';
import { traceMentions } from '../../../src/memory/mentions/reading/traces.ts';
import { mentionsOfTurn, mergedMentions } from '../../../src/memory/mentions/reading/turnMentions.ts';
import { targetsOf } from '../../../src/memory/mentions/targets.ts';
import { decoded, isAbsolute, normalisePath } from '../../../src/util/paths.ts';
import { saidTurn } from './givens.ts';
import type { TextFunction } from './growth.ts';

const index = new FileIndex({ caseInsensitive: true });
for (const path of ['src/upload.ts', 'src/a.ts', 'test/a.ts', 'a.b.c/a', 'a/a/a/a']) {
  index.add(path);
}
const roots = [{ uri: 'file:///home/me/parcel', name: 'parcel', prefix: '' }];
const ownFile = (path: string) => ({ uuid: 'f1', workspace_id: 'w', path, deleted_at: null });
const mentioned = (path: string) => ({
  file: ownFile(path),
  turn_index: 0,
  role: 'user' as const,
  path_then: path,
  kind: 'prose' as const,
  line: null,
  symbol: path,
});

export const mentionFunctions: Readonly<Record<string, TextFunction>> = {
  'mentions/diffs diffMentions': text =>
    ['', '--- ', '+++ ', 'diff --git a/', '@@ -1 +1 @@', 'Binary files '].map(lead =>
      diffMentions(lead + text, 0, '+++ b', {}),
    ),
  'mentions/extract extractMentions': extractMentions,
  'mentions/extract extractMentions of a code block': text => extractMentions(`\`\`\`${text}`),
  'mentions/extract readParts': readParts,
  'mentions/fileIndex FileIndex': text => {
    const own = new FileIndex({ caseInsensitive: true });
    own.add(text);
    own.rename(text, `b/${text}`);
    own.remove(`b/${text}`);
    return [own.has(text), index.match(text, { roots, near: [text] }), index.match(`/${text}`, { roots })];
  },
  'mentions/fileSymbols findSymbol': text => findSymbol([], text),
  'mentions/folders isBelowAny': text => isBelowAny(text, new Set(['x'])),
  'mentions/folders topmost': text => topmost([text]),
  'mentions/found foundAt': text => foundAt(text, 0, 'trace', 'code'),
  'mentions/globs globFilter': text => globFilter(['**/*.ts', '**/node_modules', 'a*b*c'])(text),
  'mentions/hosts isHost': text => [isHost(text, text), isHost('a.com', text)],
  'mentions/inline inlineMentions': text => inlineMentions(text, 0, 'prose'),
  'mentions/inline inlineMentions with a file': text => inlineMentions(`a.ts ${text} b.ts`, 0, 'prose'),
  'mentions/linkFiles linkFiles': text => linkFiles(text, ({ path }) => `x/${path.length}`),
  'mentions/names': text => [
    endsLikeFile(text),
    isDocument(text),
    mayNameFile(text),
    namesFile(text, text.split('/'), 'prose'),
    namesFile(`.${text}`, [], 'code'),
    namesRelative(text.split('/')),
  ],
  'mentions/nearness nearest': text => nearest([text, `a/${text}`], [text]),
  'mentions/nearness nearestBelow': text => nearestBelow(['src/a.ts'], [text.slice(0, 400)], () => undefined),
  'mentions/path': text => [decoded(text), isAbsolute(text), isHostile(text), normalisePath(text), pathOfUri(text)],
  'mentions/path pathOfUri of a file': text => pathOfUri(`file://${text}`),
  'mentions/place placeAround': text => placeAround(text, text),
  'mentions/roots': text => [
    belowFolder(text, `${text}/a`),
    prefixesOf(text, [{ path: `a/${text}`, name: text }]),
    rootOf([{ prefix: text }, { prefix: '' }], `${text}/a`),
  ],
  'mentions/symbols': text => [asSymbol(text), plainSymbol(text), symbolsIn(text), symbolAround(text, text)],
  'mentions/target readTarget': text => [readTarget(text, 'prose'), readTarget(text, 'link'), readTarget(text, 'file')],
  'mentions/targets targetsOf': text => targetsOf([ownFile('a.ts')], [], [mentioned('a')], text),
  'mentions/terminal contextMention': text => contextMention(text, 0, 'prose'),
  'mentions/terminal withoutColours': text => withoutColours(text, () => []),
  'mentions/toolMentions mentionsOfTool': text => saidTurn(text).tools.map(mentionsOfTool),
  'mentions/traces traceMentions': text => [traceMentions(text, 0, text), traceMentions(`    at ${text}`, 0, text)],
  'mentions/turnMentions mentionsOfTurn': text => mentionsOfTurn(saidTurn(text)),
  'mentions/turnMentions mergedMentions': text =>
    mergedMentions(text.split(' ').map(path => ({ path: path || 'a', kind: 'prose' }))),
};
