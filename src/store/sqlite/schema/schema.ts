import type { Migration } from './migration.ts';
import { schemaOf01 } from './schemaOf01.ts';
import { schemaOf02 } from './schemaOf02.ts';

export const migrations: readonly Migration[] = [...schemaOf01, ...schemaOf02];
export const CURRENT_VERSION = migrations.length;
