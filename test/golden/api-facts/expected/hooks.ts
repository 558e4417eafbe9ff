// Code generated from catalog/gateway.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/**
 * Hand-written code that formulas may call. Provided by `createHooks` of
 * `runtime/hooks/index.ts`.
 */
export interface Hooks {
}

/** The scope of the formulas of one route. */
export type Call<
  Body = undefined,
  Path = {},
  R extends Row = never,
  Query = Record<string, any>,
  Values = {}
> = Scope<Body, Query, Path, R, Hooks, Values>
