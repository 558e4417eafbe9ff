/**
 * The types that `generated/` and `runtime/` share: generated code provides these values, and the
 * runtime runs them. Money is bigint micro-USD. Durations are milliseconds, points in time Unix
 * milliseconds unless a name says seconds.
 */
export type * from './contract/values.ts'
export type * from './contract/scope.ts'
export type * from './contract/outcome.ts'
export type * from './contract/records.ts'
export type * from './contract/fetched.ts'
export type * from './contract/upstream.ts'
export type * from './contract/route.ts'
export type * from './contract/catalog.ts'
