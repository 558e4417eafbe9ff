/**
 * How long conversations may be silent, and how long they may last: what the catalog says of the
 * real routes, on a clock that is wound.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../helpers/cash-gateway.ts'
import { eventsOf, listen, type Listener } from '../helpers/cash-streams.ts'
import { ONE_OF_EACH, openChat, says, type Chat } from '../routes/chat-desk.ts'

const SECOND = 1000
/**
 * Less than what the requirements leave open; more than what passes by itself on a busy machine.
 */
const STEP = 5 * SECOND
/** What time is let pass at once where nothing is due. */
const STRIDE = 6 * STEP

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const PATH = '/api/v1/chat/completions'
const body = (model: string): object => ({
  model,
  messages: says('Say: one two three four five six seven'),
  max_tokens: 2000,
  stream: true,
})

/** A stream under way, as far as its caller has come. */
interface Heard {
  caller?: Listener
  length(): number
  isOver: boolean
}

async function begin(model: string, path = PATH, asked = body(model)): Promise<Heard> {
  const heard: Heard = { isOver: false, length: () => heard.caller?.text().length ?? 0 }
  const header = await chat.sign(asked, { path })
  void listen(chat.shop, path, header, asked)
    .then(caller => {
      heard.caller = caller
      return caller.end
    })
    .then(() => {
      heard.isOver = true
    })
  return heard
}

/** Things that go to the gateway and back: what it had to say before has come by then. */
async function roundTrips(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await (await fetch(`${chat.shop.url}/health`)).arrayBuffer()
}

/** Lets time go on until nothing has come for so many seconds, or the call is over. */
async function silent(heard: Heard, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * SECOND && !heard.isOver;) {
    const before = heard.length()
    await chat.clock.wind(STEP)
    await roundTrips(2)
    passed = heard.length() === before ? passed + STEP : 0
  }
  await roundTrips(20)
}

/**
 * That a call waits for 120 s in silence and is over then: measured with ten seconds to either
 * side, for those that pass by themselves.
 */
async function expectPatience(heard: Heard): Promise<void> {
  await silent(heard, 110)
  expect(heard.isOver, 'it was given up too early').toBe(false)
  await chat.clock.wind(20 * SECOND)
  await until(() => heard.isOver)
}

/**
 * Lets time go on whenever the upstream has spoken again; returns how long the call lasted, in
 * seconds.
 */
async function length(heard: Heard): Promise<number> {
  let passed = 0
  while (!heard.isOver && passed < 1000 * SECOND) {
    const before = heard.length()
    await until(() => heard.length() > before || heard.isOver)
    if (heard.isOver) break
    const isDue = passed >= 470 * SECOND
    await chat.clock.wind(isDue ? STEP : STRIDE)
    passed += isDue ? STEP : STRIDE
    // An end that this caused arrives before more time passes, also on a busy machine.
    await roundTrips(isDue ? 30 : 2)
  }
  return passed / SECOND
}

const errorOf = ({ caller }: Heard): any =>
  eventsOf(caller!.text()).find(event => event.error)?.error

describe.each(ONE_OF_EACH)('$model', ({ upstream, model }) => {
  it('LIM2-002 is waited for 120 s until its first byte', async () => {
    chat.upstreams.set(upstream, 'slow_start')
    const before = chat.calls(upstream).length
    await chat.free(async () => {
      const heard = await begin(model)
      await until(() => chat.calls(upstream).length > before)
      await expectPatience(heard)
      expect([heard.caller!.status, JSON.parse(heard.caller!.text()).code]).toEqual([
        504,
        'TIMEOUT',
      ])
    })
  })

  it('LIM2-002 may be silent for 120 s between two chunks', async () => {
    chat.upstreams.set(upstream, { mode: 'stall', after: 8, gap: 1, chunks: 40 })
    await chat.free(async () => {
      const heard = await begin(model)
      await until(() => heard.length() > 0)
      await expectPatience(heard)
      expect(errorOf(heard)).toMatchObject({
        code: 'STREAM_FAILED',
        message: expect.stringMatching(/silent/),
      })
    })
  })

  it('CHAT-092 is ended after 500 s, even if it is not complete', async () => {
    chat.upstreams.set(upstream, { mode: 'ok', chunks: 100_000, gap: 10, bytes: 20 })
    const heard = await begin(model)
    await until(() => heard.length() > 0)
    const seconds = await length(heard)
    expect(seconds).toBeGreaterThanOrEqual(490)
    // On a busy machine the end arrives after more time was let pass.
    expect(seconds).toBeLessThan(600)
    expect(errorOf(heard)).toMatchObject({
      code: 'STREAM_FAILED',
      message: expect.stringMatching(/longer than/),
    })
    expect(heard.caller!.text()).not.toContain('[DONE]')
  })
})
