/** The id under which the offline model's answers are recorded; they only quote, so they are no past of their own. */
export const OFFLINE_MODEL = 'strata/offline';
