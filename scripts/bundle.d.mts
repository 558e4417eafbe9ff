export declare const root: string
export declare function bundle(
  entry: string,
  edit?: (path: string, text: string) => string,
): Promise<{ text: string; inputs: string[] }>
