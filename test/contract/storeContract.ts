import { describe } from 'node:test';
import { changesSuite } from './suite/changes.ts';
import { conversationsSuite } from './suite/conversations.ts';
import type { Open } from './suite/harness.ts';
import { layersSuite, summarySearchSuite } from './suite/layers.ts';
import { leftoversSuite } from './suite/leftovers.ts';
import { linksSuite } from './suite/links.ts';
import { mentionsSuite } from './suite/mentions.ts';
import { recallSuite } from './suite/recall.ts';
import { recordingModelSuite } from './suite/recordingModel.ts';
import { cancelSuite, fullTextSuite, searchSuite } from './suite/search.ts';
import { searchProperties } from './suite/searchProperties.ts';
import { summariesSuite } from './suite/summaries.ts';
import { turnsSuite } from './suite/turns.ts';
import { unspacedQuestionsSuite, unspacedSuite } from './suite/unspaced.ts';
import { withdrawnSuite } from './suite/withdrawn.ts';
import { workspacesSuite } from './suite/workspaces.ts';

/** What any store must do. `open` gives an empty one of its own to each suite. */
export function storeContract(name: string, open: Open): void {
  describe(name, () => {
    conversationsSuite(open);
    turnsSuite(open);
    withdrawnSuite(open);
    recordingModelSuite(open);
    searchSuite(open);
    fullTextSuite(open);
    searchProperties(open);
    unspacedSuite(open);
    unspacedQuestionsSuite(open);
    cancelSuite(open);
    summariesSuite(open);
    layersSuite(open);
    summarySearchSuite(open);
    recallSuite(open);
    linksSuite(open);
    leftoversSuite(open);
    mentionsSuite(open);
    workspacesSuite(open);
    changesSuite(open);
  });
}
