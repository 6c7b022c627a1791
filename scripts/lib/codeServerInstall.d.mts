export declare function ensureCodeServer(): Promise<unknown>;
