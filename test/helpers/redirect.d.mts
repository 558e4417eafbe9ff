import type { Plugin } from 'vitest/config'

export declare function redirect(folder: string): Plugin
export declare function redirectText(folder: string, path: string, text: string): string
export declare function redirectEnv(folder: string): {
  FAREBOX_TEST_GENERATED: string
  NODE_OPTIONS: string
}
