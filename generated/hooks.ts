// Code generated from catalog/hooks.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/** Hand-written code that formulas may call. Provided by `createHooks` of `runtime/hooks/index.ts`. */
export interface Hooks {
  /**
   * USDC that a wallet holds on the gateway's chain
   * @see catalog/hooks.yaml:2
   */
  balanceOf: (a0: string) => Promise<bigint>
  /**
   * one health view; `ok` is false when payments cannot be taken
   * @see catalog/hooks.yaml:3
   */
  healthOf: (a0: 'basic' | 'overview' | 'chain' | 'models' | 'regions') => Promise<any>
  /**
   * whether a data URI holds an image (PNG, JPEG, GIF, BMP, WEBP, HEIC, HEIF, AVIF)
   * @see catalog/hooks.yaml:4
   */
  decodesToImage: (a0: string) => boolean
  /**
   * an image (URL or data URI) made to fit the size that suits it best: {data, size}
   * @see catalog/hooks.yaml:5
   */
  fitImage: (a0: string, a1: readonly string[]) => Promise<any>
}

/** What the formulas of one route see. */
export type Call<Body = undefined, Path = {}, R extends Row = never, Query = Record<string, any>> = Scope<Body, Query, Path, R, Hooks>
