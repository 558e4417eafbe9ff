/** Calls for tests of single stages: only the parts that a stage reads. */
import type { Call, Reply } from '../../runtime/call.ts'
import { manualClock } from '../helpers/clock.ts'

/** An envelope that shows what it was given. */
const envelope = new Proxy(
  {},
  {
    get:
      (_, kind) =>
      ({ route: _route, ...details }: { status?: number; route: unknown }) => ({
        status: details.status ?? 400,
        body: { kind, ...details },
      }),
  },
)

/** The parts of a call that tests set; each is merged into what all calls have. */
export interface Parts {
  context?: object
  route?: object
  compiled?: object
  scope?: object
  [member: string]: unknown
}

/** A call with these parts, and its clock. */
export function fakeCall({ context, route, compiled, scope, ...more }: Parts = {}) {
  const clock = manualClock()
  const lines: unknown[][] = []
  const halt = new AbortController()
  const log = {
    warn: (...of: unknown[]) => lines.push(of),
    error: (...of: unknown[]) => lines.push(of),
  }
  const call = {
    context: { clock, halted: halt.signal, observe: { log }, ...context },
    compiled: { envelope, route: { id: 'r', ...route }, ...compiled },
    facts: {},
    scope: { values: {}, ...scope },
    ...more,
  } as unknown as Call
  return { call, clock, halt, lines }
}

/** What a refusal was made of; undefined for none. */
export const saidIn = (reply: Reply | undefined): any => reply && JSON.parse(String(reply.body))

/** A payment header that names network n; a scheme decides what else it says. */
export const HEADER = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    accepted: { scheme: 'exact', network: 'n', amount: '5', asset: 'a', payTo: 'us' },
    payload: {},
  }),
).toString('base64')

/** A scheme that reads this authorization from `HEADER`, and verifies it with this verdict. */
export function fakeScheme(authorization: object, verdict: object = { ok: true, payer: 'ann' }) {
  const required: unknown[] = []
  return {
    spec: { chain: 'n', scheme: 'exact', label: 'net' },
    owns: () => true,
    read: () => authorization,
    requirements: (amount: bigint, seconds: number) => ({ amount: String(amount), seconds }),
    verify: async (_: unknown, requirements: object) => {
      required.push(requirements)
      return verdict
    },
    required,
  }
}
