export declare function makePackage(): Promise<{ file: string; output: string; error?: string }>;
