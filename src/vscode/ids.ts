/** Every public name in one place; a test compares it with package.json both ways. */

export const commands = {
  ask: 'strata.ask',
  search: 'strata.search',
  closeSearch: 'strata.closeSearch',
  openTranscript: 'strata.openTranscript',
  showReceipt: 'strata.showReceipt',
  forget: 'strata.forget',
  refresh: 'strata.refresh',
  summarizeNow: 'strata.summarizeNow',
  backfill: 'strata.backfill',
  regenerate: 'strata.regenerate',
  redoProvisional: 'strata.redoProvisional',
  trim: 'strata.trim',
  statistics: 'strata.statistics',
  showJobs: 'strata.showJobs',
  pause: 'strata.pause',
  resume: 'strata.resume',
  whatIsRecorded: 'strata.whatIsRecorded',
  whichMemory: 'strata.whichMemory',
  aboutThisFile: 'strata.aboutThisFile',
  aboutThisSymbol: 'strata.aboutThisSymbol',
  setGeminiKey: 'strata.setGeminiKey',
  clearGeminiKey: 'strata.clearGeminiKey',
  moveStore: 'strata.moveStore',
  showLog: 'strata.showLog',
  openWalkthrough: 'strata.openWalkthrough',
  showMenu: 'strata.showMenu',
  showAllWorkspaces: 'strata.showAllWorkspaces',
  showThisWorkspace: 'strata.showThisWorkspace',
  arrangeByLevel: 'strata.arrangeByLevel',
  arrangeByConversation: 'strata.arrangeByConversation',
  itemOpenTranscript: 'strata.item.openTranscript',
  itemAsk: 'strata.item.ask',
  itemRename: 'strata.item.rename',
  itemArchive: 'strata.item.archive',
  itemUnarchive: 'strata.item.unarchive',
  itemDelete: 'strata.item.delete',
  itemCopy: 'strata.item.copy',
  itemShowTool: 'strata.item.showTool',
  itemShowMore: 'strata.item.showMore',
  itemOpenSummary: 'strata.item.openSummary',
  itemShowSummary: 'strata.item.showSummary',
  itemReveal: 'strata.item.revealInConversation',
  itemPin: 'strata.item.pin',
  itemUnpin: 'strata.item.unpin',
  itemLeaveOut: 'strata.item.leaveOut',
  itemUseAgain: 'strata.item.useAgain',
  itemRegenerate: 'strata.item.regenerate',
  itemOpenFile: 'strata.item.openFile',
  itemGoToFile: 'strata.item.goToFile',
  itemReceiptAction: 'strata.item.receiptAction',
  itemOpenFiles: 'strata.item.openFiles',
} as const;

export type CommandId = (typeof commands)[keyof typeof commands];

export const settings = {
  enabled: 'strata.enabled',
  codeLens: 'strata.codeLens',
  fileBadges: 'strata.fileBadges',
  summariesEnabled: 'strata.summaries.enabled',
  summariesEveryChars: 'strata.summaries.everyChars',
  summariesEveryTurns: 'strata.summaries.everyTurns',
  summariesEveryTokens: 'strata.summaries.everyTokens',
  summariesMaxLevel: 'strata.summaries.maxLevel',
  summariesModel: 'strata.summaries.model',
  summariesKeepDays: 'strata.summaries.keepDays',
  recentMaxTurns: 'strata.recent.maxTurns',
  recentMaxChars: 'strata.recent.maxChars',
  recallMaxSummaries: 'strata.recall.maxSummaries',
  recallMinScore: 'strata.recall.minScore',
  recallLevelBoost: 'strata.recall.levelBoost',
  recallRecency: 'strata.recall.recency',
  recallRecencyDays: 'strata.recall.recencyDays',
  recallWindowBefore: 'strata.recall.windowBefore',
  recallWindowAfter: 'strata.recall.windowAfter',
  recallScope: 'strata.recall.scope',
  persona: 'strata.persona',
  geminiChatModel: 'strata.gemini.chatModel',
  geminiSummaryModel: 'strata.gemini.summaryModel',
  geminiBaseUrl: 'strata.gemini.baseUrl',
  budgetDailyTokens: 'strata.budget.dailyTokens',
  sqlitePath: 'strata.sqlite.path',
  privacyRedact: 'strata.privacy.redact',
  privacyPatterns: 'strata.privacy.patterns',
} as const;

export const contextKeys = {
  /** `ready`, `noSummaries`, `empty`, `emptyEverywhere` or `failed`. */
  state: 'strata.state',
  /** `conversation` or `level`. */
  arrangement: 'strata.arrangement',
  paused: 'strata.paused',
  allWorkspaces: 'strata.allWorkspaces',
  hasGeminiKey: 'strata.hasGeminiKey',
  /** For the moment in which VS Code may close the search by itself. */
  searchOpening: 'strata.searchOpening',
} as const;

export const views = { layers: 'strata.layers', files: 'strata.files' } as const;
export const viewContainer = 'strata';
export const participantId = 'strata.memory';
export const participantName = 'memory';
/** What may follow `@memory` with a slash. */
export const chatCommands = ['search', 'file', 'why', 'summarize', 'forget', 'help'] as const;
export type ChatCommand = (typeof chatCommands)[number];
export const modelVendor = 'strata';
export const offlineModelId = 'offline';
export const offlineFamily = 'strata-offline';
export const walkthroughId = 'strata.start';
export const transcriptScheme = 'strata-transcript';
export const receiptViewType = 'strata.receipt';
export const geminiKeySecret = 'strata.geminiKey';
