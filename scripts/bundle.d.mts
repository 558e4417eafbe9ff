export declare const root: string
export declare function bundle(entry: string): Promise<{ text: string; inputs: string[] }>
