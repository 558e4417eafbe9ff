// Code generated from catalog/gateway.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/**
 * Hand-written code that formulas may call. Provided by `createHooks` of
 * `runtime/hooks/index.ts`.
 */
export interface Hooks {
}

/** Fetched tables, whose rows come from upstreams. */
export type Fetched = 
    { rates: Readonly<Record<string, { currency: string; usd: bigint; kind?: 'coin' | 'note'; digits?: number }>> }

/** The scope of the formulas of one route. */
export type Call<
  Body = undefined,
  Path = {},
  R extends Row = never,
  Query = Record<string, any>,
  Values = {}
> = Scope<Body, Query, Path, R, Hooks, Values> & { fetched: Fetched }
