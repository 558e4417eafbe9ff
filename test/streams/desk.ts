/** Streams for tests of their payment: a claimed call, its ledger, and what it stores. */
import { Charge } from '../../runtime/calls/stages/charge.ts'
import type { Terms } from '../../runtime/limits/terms.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { StreamBroken, type StreamPart } from '../../runtime/upstream/types.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { fakeCall, type Parts } from '../stages/desk.ts'

export const LANDED: Settlement = { state: 'landed', transaction: '0x1' }
export const FAILED: Settlement = { state: 'failed', reason: 'it broke' }
export const MAY_LAND: Settlement = { state: 'failed', reason: 'it broke', mayLand: true }
export const UNKNOWN: Settlement = { state: 'unknown', reason: 'no node' }

/** How long the authorization of a call is valid, s. */
export const VALID = 100

/** A claimed call of wallet ann, whose payment ends like this; the last end again and again. */
export function streamCall(
  ends: readonly (Settlement | Error)[] = [LANDED],
  { route, ...more }: Parts & { isMetered?: boolean } = {},
) {
  const left = [...ends]
  const did: any[][] = []
  const note =
    (name: string) =>
    async (...of: unknown[]): Promise<void> =>
      void did.push([name, ...of.slice(1)])
  const charge = new Charge()
  charge.move('verify')
  charge.move('claim')
  const record = { key: 'k', claim: 'c', payer: 'ann', requirements: { network: 'n' }, sale: {} }
  charge.record = record as never
  const made = fakeCall({
    route: { price: { decimals: 6 }, ...route },
    charge,
    ids: { request: 'one' },
    payer: 'ann',
    quote: { amount: 500n, price: { amount: '0.0005', currency: 'USD' } },
    scope: { values: {}, ...more.scope },
  })
  const { clock, call } = made
  const store = memoryStore(clock)
  const validBefore = BigInt(clock.now() / 1000 + VALID)
  Object.assign(call, {
    payment: {
      authorization: { key: 'k', from: 'ann', validBefore },
      scheme: { isMetered: more.isMetered, spec: { label: 'net', chain: 'n' } },
    },
  })
  Object.assign(call.context, {
    store,
    ledger: {
      settle: async (one: object, reply: unknown, also: object) => {
        did.push(['settle', reply, also])
        const end = left.length > 1 ? left.shift()! : left[0]!
        if (end instanceof Error) throw end
        return { settlement: end, record: one }
      },
      get: async () => undefined,
      fail: note('fail'),
      release: note('release'),
      keep: note('keep'),
      paidWith: note('paidWith'),
      delivered: note('delivered'),
    },
    penalised: new Map(),
    offers: [],
    settings: {},
    spec: { label: 'net' },
    catalog: { hash: 'h', gateway: {} },
    hooks: {},
    random: { hex: () => `${did.length}` },
    challenges: { get: () => ({ headers: {} }) },
    copies: { take: () => true, give: () => undefined },
    budget: { spend: () => undefined },
  })
  const names = () => did.map(([name]) => name)
  const credits = async () => {
    const found = await store.list<any>('gateway.credits', 'credit|ann', 9)
    return found.map(({ stored: { doc } }) => [doc.amount, doc.from <= clock.now()])
  }
  const paid = async () => (await store.get<any>('gateway.history', 'paid|ann'))?.doc.paid
  return { ...made, charge, store, did, names, credits, paid }
}

/** Terms of a stream; whether their end was unpaid is added to `ends`. */
export function termsFor(when: Terms['when'], more: Partial<Terms> = {}) {
  const ends: unknown[] = []
  const terms: Terms = {
    when,
    end: async isUnpaid => void ends.push(isUnpaid),
    ...more,
  }
  return { terms, ends }
}

/** Facts of replies. */
export const FACTS = { id: 'one', model: 'm', created: 1 }
/** The usage that an upstream reports. */
export const USAGE = { uncached: 1, cacheRead: 0, cacheWrite: 0, output: 7, reasoning: 0 }
export const bytes = (text: string): Buffer => Buffer.from(text)
/** A part of a stream, with other bytes than its pieces. */
export const part = (...pieces: StreamPart['pieces']): StreamPart => ({
  bytes: bytes('raw '),
  pieces,
})
export const HELLO = part({ content: 'hello' })
export const END = part({ finish: 'stop' }, { usage: USAGE })

/** An upstream stream that a test sends and breaks by hand. */
export function upstream() {
  const broken = new AbortController()
  const log: string[] = []
  let take: (part: StreamPart) => Promise<void> | undefined
  let [over, fail]: any[] = []
  const stream = {
    ok: true,
    type: 'text/x',
    broken: broken.signal,
    read: (taking: typeof take) => {
      take = taking
      return new Promise<void>((resolve, reject) => ([over, fail] = [resolve, reject]))
    },
    cancel: () => {
      log.push('cancel')
      fail?.(new StreamBroken('given_up', 'The caller left.'))
    },
  }
  return {
    stream: stream as never,
    log,
    send: (one: StreamPart) => take(one),
    over: () => over(),
    fail: (error: unknown) => fail(error),
    breakOff: (error: unknown) => {
      broken.abort(error)
      fail(error)
    },
  }
}
