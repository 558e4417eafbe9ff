/** The intermediate form of upstreams and their calls. */
import type { CALL_KEYS, POLL_KEYS } from './language/calls.ts'
import type { Members } from './language/key.ts'
import type { Code, Place } from './types.ts'
import type { Let, Block } from './ir.ts'

/** One reply that is a failure, with the lets that its formulas need. */
export interface FailIR {
  lets: readonly Let[]
  when: Code
  /** The HTTP statuses that it asks for; `isBare`: it asks for nothing else. */
  statuses?: readonly number[]
  isBare?: true
  as: string
  details?: Code
  /** How it is refused in the words of a gate. */
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

/** What both steps of a call have, whatever is written. */
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
  /** The caller's query goes too, without the names of `query`. */
  forwards?: true
  /** The upstream's rules first, then the call's. */
  fail: readonly FailIR[]
}

/** A call of an upstream: its facts, and the members of its keys. Times in ms. */
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
  /** Further settings that the environment must have. */
  settings?: readonly string[]
  jwt?: { lifetime: number; claims: Readonly<Record<string, unknown>> }
  capacity: { at_once: number; waiting: number }
  place: Place
}
