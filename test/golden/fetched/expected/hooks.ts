// Code generated from catalog/gateway.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/**
 * Hand-written code that formulas may call. Provided by `createHooks` of
 * `runtime/hooks/index.ts`.
 */
export interface Hooks {
}

/** The tables whose rows upstreams have. */
export type Fetched = 
    { rates: Readonly<Record<string, { currency: string; usd: bigint; kind?: 'coin' | 'note'; digits?: number }>> }

/** What the formulas of one route see. */
export type Call<
  Body = undefined,
  Path = {},
  R extends Row = never,
  Query = Record<string, any>,
  Values = {}
> = Scope<Body, Query, Path, R, Hooks, Values> & { fetched: Fetched }
