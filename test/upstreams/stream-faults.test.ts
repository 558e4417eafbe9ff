/**
 * The faults that upstreams of streams have, over real sockets, in every protocol: what the caller
 * gets, and whether it pays. `runtime/README.md` has the same table in words.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until, type CashGateway } from '../helpers/cash-gateway.ts'
import { listen, PRICE, type Listener } from '../helpers/cash-streams.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { LASTS, SILENCE, startStreaming, streaming, type Streaming } from './stream-world.ts'

type Behaviour = Parameters<LocalUpstreams['set']>[1]
/**
 * `passes`: how long the test lets the upstream's clock go on, in ms, once it is silent. `whole` is
 * an answer that is charged.
 */
interface Fault {
  name: string
  set: Behaviour
  outcome: 'whole' | 'reported in the stream' | 400 | 429 | 502 | 504
  passes?: number
  /** Where a protocol differs. */
  but?: Partial<Record<string, Fault['outcome']>>
  reported?: RegExp
}

const faults: readonly Fault[] = [
  { name: '429 with a time to wait', set: { mode: 'rate_limit', retry_after: 2 }, outcome: 429 },
  { name: '429 without', set: { mode: 'rate_limit', retry_after: null }, outcome: 429 },
  { name: '500', set: { mode: 'fail', status: 500 }, outcome: 502 },
  { name: '503', set: { mode: 'fail', status: 503 }, outcome: 502 },
  { name: 'the connection is reset before any reply', set: 'reset', outcome: 502 },
  { name: 'no reply at all', set: 'hang', outcome: 504, passes: SILENCE },
  { name: 'headers, and then silence', set: 'slow_start', outcome: 504, passes: SILENCE },
  {
    name: 'a cut in the middle',
    set: { mode: 'cut', after: 12, gap: 5, chunks: 40 },
    outcome: 'reported in the stream',
  },
  {
    name: 'silence in the middle',
    set: { mode: 'stall', after: 12, gap: 5, chunks: 40 },
    outcome: 'reported in the stream',
    passes: SILENCE,
    reported: /silent/,
  },
  {
    name: 'a stream that does not end in its time',
    set: { mode: 'ok', chunks: 100_000, gap: 5, bytes: 20 },
    outcome: 'reported in the stream',
    passes: LASTS,
    reported: /longer than/,
  },
  {
    name: 'an event that cannot be read',
    set: { mode: 'malformed', after: 12, gap: 5, chunks: 40 },
    outcome: 'reported in the stream',
    reported: /cannot be read/,
  },
  {
    name: 'no end of its protocol',
    set: 'no_end',
    outcome: 'reported in the stream',
    but: { openai_chat: 'whole' },
  },
  { name: 'the prompt is too long', set: 'too_long', outcome: 400 },
  { name: 'the prompt is against the policy', set: 'refuse', outcome: 400 },
  {
    name: 'an error as an event in the middle',
    set: { mode: 'in_band', after: 12, gap: 5, chunks: 40 },
    outcome: 'reported in the stream',
  },
  { name: 'an error as the first event', set: { mode: 'in_band', after: 0 }, outcome: 502 },
  { name: 'a stream with nothing in it', set: 'empty', outcome: 502 },
  { name: 'a wrong content type', set: 'wrong_type', outcome: 502 },
  { name: 'a web page', set: 'garbage', outcome: 502 },
  { name: 'no usage', set: 'uncounted', outcome: 'whole' },
]

let up: LocalUpstreams
let at: CashGateway
let clock: ManualClock
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
beforeEach(async () => {
  clock = manualClock()
  at = await startStreaming(up, clock)
})
afterEach(async () => {
  up.reset()
  await at.stop()
})

const bank = () => at.world.cash.bank
/**
 * Waits for the end of a call. Advances the clock in steps while the stream is quiet, for as long
 * as `passes` says. Starts again when the stream has continued meanwhile, as it may on a busy
 * machine.
 */
async function ended(call: Promise<Listener>, passes: number | undefined): Promise<Listener> {
  let caller: Listener | undefined
  let isOver = false
  void call
    .then(one => {
      caller = one
      return one.end
    })
    .then(() => {
      isOver = true
    })
  const length = (): number => caller?.text().length ?? 0
  for (let passed = 0; passes !== undefined && passed < passes && !isOver; passed += STEP) {
    const before = length()
    await until(async () =>
      passes === LASTS
        ? length() > before || isOver
        : up.calls().length > 0 && (await isQuiet(length)),
    )
    await clock.advance(STEP)
    if (passes === SILENCE && length() > before) passed = -STEP
  }
  await until(() => isOver)
  return caller!
}

/** Less than what upstreams may be silent for. */
const STEP = 60_000

async function isQuiet(length: () => number): Promise<boolean> {
  const before = length()
  await new Promise(resolve => setTimeout(resolve, 100))
  return length() === before
}

describe.each(streaming)('$name', (how: Streaming) => {
  const isPassedOn = how.name === 'openai_responses'
  it.each(faults)('$name', async ({ set, outcome: usual, but, passes, reported }) => {
    const outcome = but?.[how.name] ?? usual
    up.set(how.upstream, set)
    const header = at.world.cash.wallet('ann').sign(await at.quote(how.path, {}))
    const caller = await ended(listen(at, how.path, header), passes)
    const isServed = outcome === 'whole' || passes === LASTS
    if (typeof outcome === 'number')
      expect([caller.status, caller.headers['content-type']]).toEqual([
        outcome,
        'application/json; charset=utf-8',
      ])
    else
      expect([caller.status, caller.text().includes(how.end)]).toEqual([200, outcome === 'whole'])
    if (outcome === 'reported in the stream')
      expect(caller.text()).toMatch(
        isPassedOn ? /event: error|response\.failed/ : /"error":\{.*STREAM_FAILED/,
      )
    if (reported) expect(caller.text()).toMatch(reported)
    expect(await caller.end).toBe('whole')
    await until(() => bank().earned() === (isServed ? PRICE : 0n))
    const record = await at.ledger.get(keyOf(header))
    if (!isServed) expect(record?.state).toBe('released')
    expect(bank().attempts).toHaveLength(isServed ? 1 : 0)
  })

  it('a whole stream', async () => {
    const caller = await listen(
      at,
      how.path,
      at.world.cash.wallet('ann').sign(await at.quote(how.path, {})),
    )
    await caller.end
    expect(caller.text()).toContain(how.end)
    await until(() => bank().earned() === PRICE)
    expect(up.calls(how.upstream).at(-1)!.left).toBeUndefined()
  })

  it('stops the upstream at once when the caller leaves, also in the middle of its silence', async () => {
    up.set(how.upstream, { mode: 'stall', after: 12, gap: 5, chunks: 40 })
    const caller = await listen(
      at,
      how.path,
      at.world.cash.wallet('ann').sign(await at.quote(how.path, {})),
    )
    await until(() => caller.text().length > 0)
    caller.leave()
    await until(() => up.calls(how.upstream).at(-1)!.left === true)
    await until(() => bank().earned() === PRICE)
    expect(clock.sleepers()).toBe(0)
  })
})

function keyOf(header: string): string {
  const decoded = at.world.cash.paymentScheme.decode(header)
  return decoded.ok ? decoded.payment.authorization.key : ''
}
