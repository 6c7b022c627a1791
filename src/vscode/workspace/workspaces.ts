import * as vscode from 'vscode';
import { NO_WORKSPACE } from '../../model/reach.ts';
import type { Logger } from '../../util/logger.ts';
import { type MemoryOwners, type WorkspaceIdentity, WorkspaceIds } from '../../workspace/identity/workspaceIds.ts';
import { folderAt } from './folderReader.ts';

/** Which memory belongs to this window: that of its first folder. */
export class Workspaces implements vscode.Disposable {
  readonly #ids: WorkspaceIds;
  readonly #trust = vscode.workspace.onDidGrantWorkspaceTrust(() => this.#ids.forget());

  constructor(owners?: MemoryOwners, log?: Logger) {
    this.#ids = new WorkspaceIds(owners, log);
  }

  dispose(): void {
    this.#trust.dispose();
  }

  async current(): Promise<WorkspaceIdentity> {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (!folder) {
      return { id: NO_WORKSPACE, own: NO_WORKSPACE, name: 'no folder' };
    }
    return { ...(await this.#ids.of(folderAt(folder.uri))), name: folder.name };
  }
}
