/**
 * Takes back a trial: a call is changed to another catalog, or to an earlier purchase, and must be
 * as it was if that fails.
 */
import type { Call, CallProgress } from '../../call.ts'

/** A call whose members may be replaced. */
export type Changing = { -readonly [name in keyof Call]: Call[name] }

/** The compiler reports a member that is missing here. */
const NOTHING: Readonly<Record<keyof CallProgress, undefined>> = {
  noted: undefined,
  fingerprint: undefined,
  free: undefined,
  quote: undefined,
  payment: undefined,
  payer: undefined,
  isContract: undefined,
  standing: undefined,
  readVersions: undefined,
  work: undefined,
  contents: undefined,
  job: undefined,
  jobLines: undefined,
}

/**
 * Gives a call the members that it had, as a copy (`{ ...call }`) has them. Progress that the copy
 * lacks is unset. The call's budget, its places and its end are of no trial, and stay.
 */
export function restore(call: Changing, saved: Call): void {
  Object.assign(call, NOTHING, saved)
}
