export declare const BROWSER: readonly string[];
export declare function ensureSystemPackages(needs: readonly string[]): Promise<void>;
