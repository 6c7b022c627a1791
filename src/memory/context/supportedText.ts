import type { Summary } from '../../model/summary.ts';

/** What a summary may tell as fact: sentences that their turns do not support are left out. Empty when none is left. */
export function supportedText(summary: Summary): string {
  const sound = summary.evidence.every(({ supported }) => supported);
  if (!sound) {
    // Findings carry no evidence of their own: next to an invented sentence they are not trusted either.
    return summary.evidence
      .filter(({ supported }) => supported)
      .map(({ sentence }) => sentence.trim())
      .join(' ');
  }
  const findings = summary.key_findings.filter(finding => finding.trim() !== '');
  return [
    summary.conversation_summary.trim(),
    summary.actions_summary.trim(),
    findings.length > 0 ? `Findings: ${findings.join('; ')}` : '',
  ]
    .filter(text => text !== '')
    .join('\n');
}
