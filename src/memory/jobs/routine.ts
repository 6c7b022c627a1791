import type { Job } from '../../model/job.ts';

/** Work that comes and goes by itself. */
export const routineKinds = { link: 'link', trim: 'trim', lostQuestions: 'lost-questions' } as const;

const names: ReadonlyMap<string, string> = new Map([
  [routineKinds.link, 'Links to files'],
  [routineKinds.trim, 'Old summaries'],
  [routineKinds.lostQuestions, 'Lost questions'],
]);

/** Nobody's news, unless it failed for good. */
export function isRoutine({ kind, state }: Pick<Job, 'kind' | 'state'>): boolean {
  return names.has(kind) && state !== 'dead';
}

export function isRoutineKind(kind: string | undefined): boolean {
  return kind !== undefined && names.has(kind);
}

/** What such work is called where it is told of. */
export function routineName(kind: string): string | undefined {
  return names.get(kind);
}
