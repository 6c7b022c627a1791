import { languageOf } from '../../../src/llm/offline/language.ts';
import { filesOfTexts, scopesOf } from '../../../src/llm/offline/names.ts';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { clip, ended, isProse, isShellLine, plainSentence } from '../../../src/llm/offline/plainText.ts';
import { topicsOf } from '../../../src/llm/offline/topics.ts';
import { makeUnit } from '../../../src/llm/offline/unit.ts';
import { withoutLead, withoutThen } from '../../../src/llm/offline/wording.ts';
import { makeStoredTurn } from '../builders.ts';
import { saidSummary, saidTurn, spokenTurn } from './givens.ts';
import type { TextFunction } from './growth.ts';

const signal = new AbortController().signal;
const summarizer = new OfflineSummarizer();

export const offlineFunctions: Readonly<Record<string, TextFunction>> = {
  'llm/offline/language languageOf': text => languageOf([text]),
  'llm/offline/names filesOfTexts': text => filesOfTexts([text]),
  'llm/offline/names scopesOf': text => scopesOf([text]),
  'llm/offline/offlineSummarizer of an answer': text =>
    summarizer.summarize({ level: 1, turns: [spokenTurn(text)] }, signal),
  'llm/offline/offlineSummarizer of tools': text => summarizer.summarize({ level: 1, turns: [saidTurn(text)] }, signal),
  'llm/offline/offlineSummarizer of a tool alone': text =>
    summarizer.summarize({ level: 1, turns: [makeStoredTurn({ tools: [{ result: text }] })] }, signal),
  'llm/offline/rollUp': text =>
    summarizer.summarize({ level: 2, summaries: [saidSummary(text), saidSummary(text)] }, signal),
  'llm/offline/plainText clip': text => clip(text, text.length - 1),
  'llm/offline/plainText ended': ended,
  'llm/offline/plainText isProse': isProse,
  'llm/offline/plainText isShellLine': isShellLine,
  'llm/offline/plainText plainSentence': plainSentence,
  'llm/offline/topics topicsOf': text => topicsOf([text]),
  'llm/offline/unit makeUnit': text => makeUnit({ text, turns: [0], part: 0, place: 0 }),
  'llm/offline/wording withoutLead': text => [withoutLead(text), withoutLead(`The user asked “${text}`)],
  'llm/offline/wording withoutThen': withoutThen,
};
