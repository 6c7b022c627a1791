import { guessLanguage } from '../../../src/memory/summaries/language.ts';
import {
  confirmedText,
  formatContent,
  formatSummary,
  packPieces,
  piecesOf,
  sourceOf,
} from '../../../src/memory/summaries/pieces.ts';
import { splitText } from '../../../src/memory/summaries/splitText.ts';
import { statisticsText } from '../../../src/memory/summaries/statisticsText.ts';
import { complaintAbout, toContent } from '../../../src/memory/summaries/summaryAnswer.ts';
import { cutBetweenWords, summaryLabel } from '../../../src/memory/summaries/summaryLabel.ts';
import { renderSummaryPage } from '../../../src/memory/summaries/summaryPage.ts';
import { buildSummaryPrompt } from '../../../src/memory/summaries/summaryPrompt.ts';
import { neighbourLine, summaryQuote, turnHeading } from '../../../src/vscode/chat/commands/said.ts';
import { plainLabel, plainMessage } from '../../../src/vscode/plainLabel.ts';
import { fileName, linkTo } from '../../../src/vscode/transcripts/transcriptPaths.ts';
import { at } from '../builders.ts';
import { now, saidSummary, saidTurn } from './givens.ts';
import type { TextFunction } from './growth.ts';

const answer = (text: string) => ({
  conversation_summary: [{ sentence: text, turns: [1] }],
  actions_summary: [{ sentence: text, turns: [1] }],
  key_findings: [{ sentence: text, turns: [1] }],
  files_mentioned: [text],
  scopes_mentioned: [text],
  topics: [text],
});

const material = (text: string) => ({ level: 1 as const, turns: [saidTurn(text)] });
const totals = { conversations: 1, turns: 1, lookups: 0, last_recorded: null };

export const summaryFunctions: Readonly<Record<string, TextFunction>> = {
  'summaries/language guessLanguage': guessLanguage,
  'summaries/pieces confirmedText': text => confirmedText([text, text]),
  'summaries/pieces formatContent': text => formatContent(text, saidSummary(text), [text]),
  'summaries/pieces formatSummary': text => formatSummary(saidSummary(text)),
  'summaries/pieces packPieces': text => [packPieces([text], 1000), packPieces(text.split('\n'), 1000)],
  'summaries/pieces piecesOf': text => piecesOf(material(text)),
  'summaries/pieces sourceOf': text => [
    sourceOf(material(text)),
    sourceOf({ level: 2, summaries: [saidSummary(text)] }),
  ],
  'summaries/splitText splitText': text => [splitText(text, 100), splitText(text, Math.floor(text.length / 2))],
  'summaries/statisticsText': text =>
    statisticsText({
      name: text,
      totals,
      periods: [],
      uncovered: { conversations: 0, chars: 0 },
      maker: text,
      tokensToday: 0,
      dailyTokens: 0,
      waiting: 0,
      dead: 0,
      now,
    }),
  'summaries/summaryAnswer complaintAbout': text => complaintAbout(answer(text), ['English']),
  'summaries/summaryAnswer toContent': text =>
    toContent(answer(text), { source: new Map([[0, text]]), record: text, tools: [text], languages: [] }),
  'summaries/summaryLabel cutBetweenWords': text => cutBetweenWords(text, 80),
  'summaries/summaryLabel summaryLabel': text => [
    summaryLabel({ conversation_summary: text }),
    summaryLabel({ conversation_summary: `The user asked ${text}` }),
    summaryLabel(saidSummary(text)),
  ],
  'summaries/summaryPage renderSummaryPage': text =>
    renderSummaryPage(
      {
        summary: saidSummary(text),
        conversation_title: text,
        timestamp: at(now),
        files: [text],
        below: [saidSummary(text)],
      },
      { turn: () => '#', summary: () => '#' },
      now,
    ),
  'summaries/summaryPrompt buildSummaryPrompt': text => buildSummaryPrompt('turns', [text, text], text),
  'vscode/chat/said': text => [
    turnHeading({ conversation_id: 'c1', turn_index: 0 }, text, at(now), now),
    neighbourLine(saidTurn(text)),
    summaryQuote(
      {
        summary: saidSummary(text),
        conversation_title: text,
        workspace_id: 'w',
        files: [],
        scopes: [],
        timestamp: at(now),
      },
      now,
    ),
  ],
  'vscode/plainLabel': text => [plainLabel(text), plainMessage(text)],
  'vscode/transcriptPaths': text => [fileName(text, 'Summary'), linkTo(text)],
};
