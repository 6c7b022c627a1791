import { findingEvidence, sentenceEvidence } from '../../../model/summary/evidence.ts';
import type { Summary } from '../../../model/summary/summary.ts';

/** What a summary may tell as fact: sentences that their turns do not support are left out. Empty when none is left. */
export function supportedText(summary: Summary): string {
  const sentences = sentenceEvidence(summary);
  const sound = sentences.every(({ supported }) => supported);
  const texts = sound
    ? [summary.conversation_summary.trim(), summary.actions_summary.trim()]
    : [sentences.flatMap(({ sentence, supported }) => (supported ? [sentence.trim()] : [])).join(' ')];
  // A finding without evidence of its own is not trusted next to an invented sentence.
  const findings = summary.key_findings.filter(
    finding => finding.trim() !== '' && (findingEvidence(summary, finding)?.supported ?? sound),
  );
  return [...texts, findings.length > 0 ? `Findings: ${findings.join('; ')}` : '']
    .filter(text => text !== '')
    .join('\n');
}
