export declare const ROOT: string;
export declare function findOnPath(name: string): string | undefined;
export declare function findChromium(): string | undefined;
export declare function findCodeServer(): { node: string; entry: string } | undefined;
