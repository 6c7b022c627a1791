import { cutToTokens } from '../../../src/llm/tokens.ts';
import { hasName, sameSymbol } from '../../../src/model/file/sameSymbol.ts';
import { makeSnippet } from '../../../src/model/search/snippet.ts';
import { maskPrivate, withoutPrivate } from '../../../src/model/secrets/privacy.ts';
import { redactSecrets } from '../../../src/model/secrets/secrets.ts';
import {
  isSecretField,
  isSecretInText,
  isSecretName,
  isSecretVariable,
} from '../../../src/model/secrets/secretValue.ts';
import { askedText, isAsked, statedText } from '../../../src/model/stated/stated.ts';
import { checkEvidence, fidelity, namedSentences } from '../../../src/model/summary/evidence.ts';
import { claimsOf, contentWords, Source } from '../../../src/model/text/claims.ts';
import * as decisions from '../../../src/model/text/decisive.ts';
import { closesFence, openedFence } from '../../../src/model/text/fence.ts';
import { readBlocks } from '../../../src/model/text/markdownBlocks.ts';
import { isHeading, markdownLines } from '../../../src/model/text/markdownLines.ts';
import { proseBlocks, sentencesOfBlock, splitSentences } from '../../../src/model/text/sentences.ts';
import { formatTurn, sayArguments } from '../../../src/model/text/turnText.ts';
import { estimateTokens } from '../../../src/model/tokens.ts';
import { filesOfTools } from '../../../src/model/turn/toolFiles.ts';
import { cutResult } from '../../../src/model/turn/toolResult.ts';
import { mentionedAs, turnFiles } from '../../../src/model/turn/turnFiles.ts';
import { materialOf } from '../../../src/model/turn/whatIsMemory.ts';
import { findTerms } from '../../../src/model/words/findTerms.ts';
import { indexText } from '../../../src/model/words/indexText.ts';
import { fold, identifierParts, queryTerms, stem } from '../../../src/model/words/words.ts';
import { workspaceIdOfFolder, workspaceIdOfRemote } from '../../../src/model/workspace/workspaceId.ts';
import { likeAnywhere } from '../../../src/store/sqlite/sql/like.ts';
import { parseDay } from '../../../src/util/dates.ts';
import { messageOf } from '../../../src/util/errors.ts';
import { cutMiddle, firstLine, firstSentence, shorten, withoutHalfPair } from '../../../src/util/text.ts';
import { saidTurn, someTerms } from './givens.ts';
import type { TextFunction } from './growth.ts';

const content = (text: string) => ({
  conversation_summary: text,
  actions_summary: text,
  evidence: splitSentences(text).map(sentence => ({ sentence, turns: [0], supported: true })),
});

const value = (text: string) => ({ text, quoted: false, next: '', start: 0, end: text.length });
const found = (name: string, text: string) => ({
  name,
  value: value(text),
  lead: ': ',
  before: text,
  after: text,
});

export const modelFunctions: Readonly<Record<string, TextFunction>> = {
  'util/text cutMiddle': text => cutMiddle(text, 1000),
  'util/text firstLine': text => firstLine(text),
  'util/text firstSentence': firstSentence,
  'util/text shorten': text => [shorten(text, 80), shorten(text, text.length - 1)],
  'util/text withoutHalfPair': withoutHalfPair,
  'util/dates parseDay': parseDay,
  'util/errors messageOf': text => messageOf(new Error(text)),
  'llm/tokens cutToTokens': text => [cutToTokens(text, 100), cutToTokens(text, Math.floor(text.length / 5))],
  'llm/tokens estimateTokens': estimateTokens,
  'model/claims claimsOf': claimsOf,
  'model/claims contentWords': contentWords,
  'model/claims Source': text => {
    const source = new Source(text);
    const claims = ['a', 'retry', '1.1', '数据', 'a.b.c', text.slice(0, 1000), `${text.slice(0, 1000)}x`];
    return [claims.map(claim => source.holds(claim)), source.sharesWord(['retr', 'upload'])];
  },
  ...Object.fromEntries(
    Object.entries(decisions).map(([name, pattern]) => [
      `model/decisive ${name}`,
      (text: string) => pattern.test(text),
    ]),
  ),
  'model/evidence checkEvidence': text => checkEvidence([{ sentence: text, turns: [0] }], new Map([[0, text]])),
  'model/evidence checkEvidence of many sentences': text =>
    checkEvidence(
      splitSentences(text)
        .slice(0, 100)
        .map(sentence => ({ sentence: sentence.slice(0, 500), turns: [0] })),
      new Map([[0, text]]),
    ),
  'model/evidence fidelity': text => fidelity({ ...content(text), evidence: [] }, new Map([[0, text]])),
  'model/evidence namedSentences': text => namedSentences(content(text)),
  'model/fence': text => [openedFence(text), openedFence(`~~~${text}`), closesFence(text, '```')],
  'model/markdownBlocks readBlocks': readBlocks,
  'model/markdownLines markdownLines': text => [...markdownLines(text)],
  'model/markdownLines isHeading': isHeading,
  'model/findTerms findTerms': text => findTerms(text, someTerms()),
  'model/findTerms findTerms of its own words': text => findTerms(text, queryTerms(text)),
  'model/privacy maskPrivate': text => maskPrivate(text, ['aBcD', 'q7', text.slice(100, 140)]),
  'model/privacy withoutPrivate': withoutPrivate,
  'model/secrets redactSecrets': text => redactSecrets(text),
  'model/secretValue isSecretField': text => [isSecretField('password', text), isSecretField(text, text)],
  'model/secretValue isSecretInText': text => [isSecretInText(found('token', text)), isSecretInText(found(text, text))],
  'model/secretValue isSecretName': isSecretName,
  'model/secretValue isSecretVariable': text => isSecretVariable('A_KEY', value(text)),
  'model/sentences proseBlocks': text => [...proseBlocks(text)],
  'model/sentences sentencesOfBlock': sentencesOfBlock,
  'model/sentences splitSentences': splitSentences,
  'model/snippet makeSnippet': text => makeSnippet(text, someTerms()),
  'model/snippet makeSnippet of its own words': text => makeSnippet(text, queryTerms(text)),
  'model/toolFiles filesOfTools': text => filesOfTools([{ path: text, files: text.split(' ') }]),
  'model/toolResult cutResult': cutResult,
  'model/sameSymbol hasName': text => [hasName(text, 'Upload.retry'), hasName('a', text), sameSymbol(text, text)],
  'model/turnFiles mentionedAs': text => mentionedAs(text, [{ file: { path: text }, path_then: text }]),
  'model/turnFiles turnFiles': text => turnFiles([{ path: text }], [{ path: text }]),
  'model/turnText formatTurn': text => formatTurn(saidTurn(text)),
  'model/turnText sayArguments': text => sayArguments({ text, lines: text.split('\n') }),
  'model/words fold': fold,
  'model/words identifierParts': identifierParts,
  'model/words queryTerms': text => queryTerms(text, true),
  'model/words stem': stem,
  'model/indexText indexText': indexText,
  'model/stated statedText': text => [statedText(text), askedText(text), isAsked(text)],
  'model/whatIsMemory materialOf': text =>
    materialOf({ ...saidTurn(text), user: { ...saidTurn(text).user, kind: 'note' } }),
  'model/workspaceId workspaceIdOfFolder': workspaceIdOfFolder,
  'model/workspaceId workspaceIdOfRemote': text => [workspaceIdOfRemote(text), workspaceIdOfRemote(`https://${text}`)],
  'store/sqlite/like likeAnywhere': likeAnywhere,
};
