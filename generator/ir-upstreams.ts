/** Types of lowered upstreams and their calls. */
import type { CALL_KEYS, POLL_KEYS } from './language/calls.ts'
import type { Members } from './language/key.ts'
import type { Code, Place } from './types.ts'
import type { Let, Block } from './ir.ts'

/** A rule for replies that are failures, with the lets of its formulas. */
export interface FailIR {
  lets: readonly Let[]
  when: Code
  /** The HTTP statuses that it matches; `isBare`: it has no other condition. */
  statuses?: readonly number[]
  isBare?: true
  as: string
  details?: Code
  /** The refusal, in the terms of a gate. */
  refusal?: { status: number; message: Code; extra?: Code }
  code?: string
  retryAfter?: Code
  place: Place
}

/** The call of the same upstream that is made first, by its id. */
export interface FirstIR {
  call: string
  when?: Block
}

/** The facts that both steps of a call always have. */
interface StepFacts {
  id: string
  upstream: string
  place: Place
  method: 'GET' | 'POST' | 'DELETE'
  path: Block
  /** The values of the holes of the upstream's base. */
  holes?: Block
  timeout: number
  retry: number
  /** Whether the caller's query is forwarded, without the names in `query`. */
  forwards?: true
  /** The upstream's rules first, then the call's. */
  fail: readonly FailIR[]
}

/** A call of an upstream: its facts and the members of its keys. Times in ms. */
export type CallIR = StepFacts & Members<typeof CALL_KEYS>

/** The second step of a call. Its `id` is the call's with `.poll`. */
export type PollIR = StepFacts & { every: number; pending: Block } & Members<typeof POLL_KEYS>

/** An upstream. */
export interface UpstreamIR {
  name: string
  env: string
  base: string
  source: string
  headers: Readonly<Record<string, string>>
  /** Further settings that the environment must contain. */
  settings?: readonly string[]
  jwt?: { lifetime: number; claims: Readonly<Record<string, unknown>> }
  capacity: { concurrency: number; queue: number }
  place: Place
}
