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
}

/** What the formulas of one route see. */
export type Call<Body = undefined, Path = {}, R extends Row = never, Query = Record<string, any>> = Scope<Body, Query, Path, R, Hooks>
