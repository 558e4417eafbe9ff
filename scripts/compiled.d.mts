/** Loads CommonJS modules with the code that an earlier run compiled of them. */
export declare function compiledModules(file: string): {
  load(path: string): unknown
  made(): Buffer | undefined
}
