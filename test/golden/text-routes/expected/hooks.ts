// Code generated from catalog/hooks.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/**
 * Hand-written code that formulas may call. Provided by `createHooks` of
 * `runtime/hooks/index.ts`.
 */
export interface Hooks {
  /**
   * tokens of a conversation and its tools
   * @see catalog/hooks.yaml:1
   */
  estimateTokens: (a0: any, a1: any) => number
  /**
   * whether a wallet is on the list
   * @see catalog/hooks.yaml:2
   */
  mayRunLater: (a0: string) => Promise<boolean>
}

/** The scope of the formulas of one route. */
export type Call<
  Body = undefined,
  Path = {},
  R extends Row = never,
  Query = Record<string, any>,
  Values = {}
> = Scope<Body, Query, Path, R, Hooks, Values>
