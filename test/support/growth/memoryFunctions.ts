import { Citations, citable } from '../../../src/memory/context/answer/citations.ts';
import { followUps } from '../../../src/memory/context/answer/followUps.ts';
import { acknowledgement, offlineAnswer, offlineAnswerText } from '../../../src/memory/context/answer/offlineAnswer.ts';
import { foundTurnPiece } from '../../../src/memory/context/past/foundTurns.ts';
import { shareOfWords } from '../../../src/memory/context/past/pastRequest.ts';
import { answerPrompt } from '../../../src/memory/context/prompt/answerPrompt.ts';
import { pack } from '../../../src/memory/context/prompt/pack.ts';
import { sayLabel } from '../../../src/memory/context/prompt/piece.ts';
import { summaryPiece } from '../../../src/memory/context/prompt/summaryPiece.ts';
import { supportedText } from '../../../src/memory/context/prompt/supportedText.ts';
import { shortTurnText, turnText } from '../../../src/memory/context/prompt/turnText.ts';
import { anchor, renderReceipt } from '../../../src/memory/context/receipt/receiptDocument.ts';
import { renderShortReceipt } from '../../../src/memory/context/receipt/shortReceipt.ts';
import { withoutCommandLinks } from '../../../src/memory/markdown/commandLinks.ts';
import {
  codeBlock,
  commandLink,
  escapeMarkdown,
  quietMarkdown,
  quoteMarkdown,
} from '../../../src/memory/markdown/markdown.ts';
import { inlinePieces, quietTail } from '../../../src/memory/markdown/markdownInline.ts';
import { bestPassage } from '../../../src/memory/recall/passages.ts';
import { parseSearchText } from '../../../src/memory/recall/searchText.ts';
import { turnQuote } from '../../../src/memory/recall/turnQuote.ts';
import { Cleaner } from '../../../src/memory/record/cleaning.ts';
import { renderSaid, renderToolPage, renderTranscript } from '../../../src/memory/transcript/transcript.ts';
import { queryTerms } from '../../../src/model/words/words.ts';
import { at, makeStoredConversation, makeTool } from '../builders.ts';
import { now, saidQuote, saidReceipt, saidSummary, saidTurn, someTerms, spokenTurn } from './givens.ts';
import type { TextFunction } from './growth.ts';

const cleaner = (removed: string[]) => new Cleaner({ redact: true, patterns: [] }, removed);
const link = () => 'command:x';
const parts = { similarity: 1, level: 1, recency: 1, boosts: {}, score: 1 };

const dated = (text: string) => ({
  summary: saidSummary(text),
  conversation_title: text,
  workspace_id: 'w',
  files: [text],
  scopes: [],
  timestamp: at(now),
});

const foundTurn = (text: string) =>
  foundTurnPiece({ turn: saidTurn(text), conversation_title: text, parts, pinned: false }, [saidTurn(text)], {
    question: text,
    now,
  });

function cite(text: string, step: number): unknown {
  const citations = new Citations(citable([...saidReceipt('Retry policy for uploads').given], now));
  const cited = [];
  for (let at = 0; at < text.length; at += step) {
    cited.push(citations.push(text.slice(at, at + step)));
  }
  return [cited, citations.end()];
}

export const memoryFunctions: Readonly<Record<string, TextFunction>> = {
  'memory/cleaning Cleaner': text => {
    const own = cleaner([text.slice(0, 20)]);
    return [own.text(text), own.reference({ path: text }), own.tool(makeTool({ arguments: { text }, result: text }))];
  },
  'memory/markdown codeBlock': text => codeBlock(text),
  'memory/markdown commandLink': text => commandLink(text, 'x', text),
  'memory/markdown escapeMarkdown': escapeMarkdown,
  'memory/markdown quietMarkdown': quietMarkdown,
  'memory/markdown quoteMarkdown': quoteMarkdown,
  'memory/commandLinks withoutCommandLinks': withoutCommandLinks,
  'memory/markdownInline inlinePieces': text => [...inlinePieces(text)],
  'memory/markdownInline quietTail': text => quietTail(`](${text})`),
  'memory/offlineAnswer': text =>
    offlineAnswerText(offlineAnswer({ quotes: [saidQuote(text)], near: [], missing: [text] }), now),
  'memory/offlineAnswer acknowledgement': text => acknowledgement(text, 'kept'),
  'memory/turnQuote turnQuote': text => turnQuote(saidTurn(text), text),
  'memory/passages bestPassage': text => bestPassage(text, someTerms()),
  'memory/passages bestPassage of its own words': text => bestPassage(text, queryTerms(text)),
  'memory/searchText parseSearchText': parseSearchText,
  'memory/transcript renderSaid': text => renderSaid(spokenTurn(text), ({ path }) => `x/${path.length}`),
  'memory/transcript renderToolPage': text => saidTurn(text).tools.map(tool => renderToolPage(tool, now)),
  'memory/transcript renderTranscript': text =>
    renderTranscript(makeStoredConversation({ title: text, source: text }), [saidTurn(text)], now, {
      summaries: [saidSummary(text)],
      link,
    }),
  'context/answerPrompt answerPrompt': text =>
    answerPrompt({ history: [text], past: [text], recent: [text], attachments: [{ name: text, text }] }),
  'context/citations Citations, letter by letter': text => cite(text, 1),
  'context/citations Citations, word by word': text => cite(text, 7),
  'context/citations Citations, at once': text => cite(text, text.length),
  'context/citations Citations of a name again and again': text =>
    cite(`Retry policy for uploads ${text}\`src/a.ts\` 4 Nov `.repeat(3), 50),
  'context/followUps followUps': text =>
    followUps(saidReceipt(text), { summaries: [saidSummary(`Rejected: ${text}`)], beside: [text], asked: [text] }),
  'context/foundTurns foundTurnPiece': foundTurn,
  'context/pack pack': text =>
    pack(
      { history: [foundTurn(text)], past: [foundTurn(text)], recent: [], attachments: [{ name: 'a', text }] },
      text.length / 4,
    ),
  'context/pastRequest shareOfWords': text => shareOfWords(text, text),
  'context/piece sayLabel': text => sayLabel(text, text, at(now), [text], now),
  'context/receiptDocument anchor': text => anchor(text, text),
  'context/receiptDocument renderReceipt': text => renderReceipt(saidReceipt(text), link, now),
  'context/shortReceipt renderShortReceipt': text => renderShortReceipt(saidReceipt(text), link),
  'context/summaryPiece summaryPiece': text => summaryPiece(dated(text), { block: 'past', now }),
  'context/supportedText supportedText': text => supportedText(saidSummary(text)),
  'context/turnText': text => [turnText(saidTurn(text)), shortTurnText(saidTurn(text), 600)],
};
