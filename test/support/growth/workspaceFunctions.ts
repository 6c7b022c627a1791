import { addressOf, onDisk, partsOfAddress } from '../../../src/workspace/folders/address.ts';
import { remoteInConfig } from '../../../src/workspace/git/config.ts';
import { readBeginning } from '../../../src/workspace/git/repository.ts';
import type { TextFunction } from './growth.ts';

export const workspaceFunctions: Record<string, TextFunction> = {
  'workspace/folders/address': text => [
    addressOf(`/${text}`, 'linux'),
    addressOf(`C:\\${text}`, 'win32'),
    onDisk(`file:///${text}`),
    partsOfAddress(text),
  ],
  'workspace/git/config remoteInConfig': remoteInConfig,
  'workspace/git/config remoteInConfig of a section': text => remoteInConfig(`[remote "a"]\nurl = ${text}`),
  'workspace/git/repository readBeginning': readBeginning,
};
