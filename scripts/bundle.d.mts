export declare const root: string
export declare function bundleInParts(
  entry: string,
  edit?: (path: string, text: string) => string,
): Promise<{ files: { name: string; text: string }[]; inputs: string[] }>
export declare function bundleGateway(
  entry: string,
  edit: (path: string, text: string) => string,
): Promise<string>
