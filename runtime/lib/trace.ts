/**
 * The ids of a request, and its trace as W3C Trace Context describes it. A caller's trace is used
 * only if it has exactly the form of the standard; anything else is ignored.
 */
import type { Random } from '../seams.ts'

/** Longest id that a caller may set for its request. */
export const LONGEST_ID = 128

/** A trace that a request belongs to. Plain data, which is stored with a job. */
export interface Trace {
  /** 32 hex digits. */
  id: string
  /** Two hex digits, with known bits only. */
  flags: string
  /** The entries of other systems in `tracestate`. */
  state?: string
}

/** Identifies a request in logs, in sales lines and at upstreams. */
export interface RequestIds {
  /** The id that its reply carries. */
  request: string
  trace?: Trace
}

/** The trace of one request to an upstream, as a separate span. */
export interface Outgoing {
  /** Id of the span, 16 hex digits. */
  span: string
  headers: Readonly<Record<string, string>>
}

const PARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/
/** Longest `traceparent` of a later version of the standard, and longest `tracestate`. */
const LONGEST_PARENT = 256
const LONGEST_STATE = 512
/** Bits of the flags that have a meaning: sampled, and random id. */
const KNOWN_FLAGS = 3
/** Flags of a trace that begins here: sampled, with a random id. */
const BEGUN = '03'

/** A member of `tracestate`: a key, and a value of visible characters and spaces. */
const MEMBER = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/
const MOST_MEMBERS = 32

type Value = string | string[] | undefined

/** Returns the trace of a caller's headers; undefined if there is none. */
export function readTrace(parent: Value, state: Value): Trace | undefined {
  if (typeof parent !== 'string' || parent.length > LONGEST_PARENT) return undefined
  const found = PARENT.exec(parent)
  if (found === null) return undefined
  const [, version, id, flags, more] = found
  if (version === '00' && more !== undefined) return undefined
  const known = (Number.parseInt(flags!, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0')
  const trace = { id: id!, flags: known }
  return typeof state === 'string' && isState(state) ? { ...trace, state } : trace
}

function isState(text: string): boolean {
  if (text.length > LONGEST_STATE) return false
  const members = text.split(',').map(member => member.trim())
  return members.length <= MOST_MEMBERS && members.every(member => MEMBER.test(member))
}

/** Begins a trace. */
export function beginTrace(random: Random): Trace {
  return { id: random.hex(16), flags: BEGUN }
}

/** Makes a span of the request's trace; undefined if the request has none. */
export function spanOf(ids: RequestIds | undefined, random: Random): Outgoing | undefined {
  const trace = ids?.trace
  if (trace === undefined) return undefined
  const span = random.hex(8)
  const traceparent = `00-${trace.id}-${span}-${trace.flags}`
  const { state } = trace
  const tracestate: Record<string, string> = state === undefined ? {} : { tracestate: state }
  return { span, headers: { traceparent, ...tracestate } }
}

/**
 * Returns the log members of a request to an upstream: the request that it serves, and its place in
 * the trace.
 */
export function shownIds(
  ids: RequestIds | undefined,
  span: Outgoing | undefined,
): { request?: string; trace?: string; span?: string } {
  return { request: ids?.request, trace: ids?.trace?.id, span: span?.span }
}
