/** What a caller gets of a stream, how the stream ends, and who pays for it then. */
import { describe, expect, it } from 'vitest'
import { lastEventOf } from '../../runtime/calls/streams/ends.ts'
import { paymentOf } from '../../runtime/calls/streams/payment.ts'
import { streamed } from '../../runtime/calls/streams/streamed.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { StreamBroken, type Break, type StreamPart } from '../../runtime/upstream/types.ts'
import type { Parts } from '../stages/desk.ts'
import { eventsOf } from '../protocols/streams.ts'
import {
  bytes,
  END,
  FACTS,
  FAILED,
  HELLO,
  LANDED,
  part,
  streamCall,
  termsFor,
  UNKNOWN,
  upstream,
  USAGE,
} from './desk.ts'

interface Begun extends Parts {
  ends?: readonly (Settlement | Error)[]
  isMetered?: boolean
  isDue?: boolean
  isInGrace?: boolean
  write?: (text: string) => Promise<void> | undefined
  when?: 'last' | 'first'
}

/** A stream whose caller is reading. */
async function begun({ ends = [LANDED], when = 'last', write, ...more }: Begun = {}) {
  const made = streamCall(ends, {
    ...more,
    route: { protocol: 'openai_chat', onSettlementFailure: 'serve', ...more.route },
  })
  const source = upstream()
  const payment = paymentOf(made.call, termsFor(when).terms, () => undefined)
  await payment.begin()
  const options = { facts: FACTS, isDue: more.isDue === true, isInGrace: more.isInGrace === true }
  const reply = streamed(made.call, source.stream, { ...options, payment })
  let text = ''
  const end = (reply.body as any)((piece: any, encoding: 'latin1') => {
    text += Buffer.from(piece, encoding).toString('utf8')
    return write?.(text)
  })
  end.catch(() => undefined)
  const events = () =>
    eventsOf([bytes(text)]).map(({ data }) => (data === '[DONE]' ? data : JSON.parse(data)))
  return { ...made, ...source, payment, reply, end, text: () => text, events }
}
const broke = (how: Break, message = 'It broke off.') => new StreamBroken(how, message)

describe('a stream', () => {
  it('is written as it comes, and ends with its usage, its price and its receipt', async () => {
    const { send, over, end, events, names, reply, payment } = await begun()
    send(HELLO)
    send(part({ words: ['w', 'é'.normalize('NFC')].map(word => bytes(word).toString('latin1')) }))
    send(END)
    expect(names()).toEqual([])
    over()
    await end
    await payment.done
    const all = events()
    expect(all[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
    expect(all.map(event => event.choices?.[0]?.delta?.content).filter(Boolean)).toEqual([
      'hello',
      'w',
      'é',
    ])
    expect(all.at(-2)).toMatchObject({
      usage: { prompt_tokens: 1, completion_tokens: 7 },
      cost: { amount: '0.0005', currency: 'USD' },
      payment: { settled: true, transaction: '0x1', network: 'net' },
    })
    expect([all.at(-1), names(), reply.outcome]).toEqual(['[DONE]', ['settle'], 'streamed'])
  })

  it('has the headers of a stream, and those of the route', async () => {
    const { reply } = await begun({ route: { headers: () => ({ 'X-Own': 1 }) } })
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        'x-own': '1',
      },
    })
    const first = await begun({ when: 'first' })
    expect(first.reply.headers['x-payment-receipt']).toBe('0x1')
  })

  it('is passed on unchanged where the route does not write it', async () => {
    let writes = 0
    const { send, over, end, text, reply } = await begun({
      route: { protocol: undefined },
      write: () => void (writes += 1),
    })
    send(HELLO)
    send({ bytes: Buffer.alloc(0), pieces: [] })
    send(END)
    over()
    await end
    expect([text(), writes, reply.headers['content-type']]).toEqual(['raw raw ', 2, 'text/x'])
  })

  it('is not written where an event of its upstream has nothing for the caller', async () => {
    let writes = 0
    const { send } = await begun({ write: () => void (writes += 1) })
    send(HELLO)
    send(part({ usage: USAGE }))
    expect(writes).toBe(1)
  })

  it('frees the memory of its copy once it is over', async () => {
    const { send, over, end, call, payment } = await begun()
    const freed: unknown[] = []
    Object.assign(call.context.copies, { give: (...of: unknown[]) => freed.push(of) })
    send(HELLO)
    over()
    await end
    await payment.done
    expect(freed).toEqual([['k', 4]])
  })

  it('is stored as it was sent, and marked as complete', async () => {
    const { send, over, end, did } = await begun()
    for (const one of [HELLO, END]) send(one)
    over()
    await end
    const copy = did[0]![1]
    expect(copy.headers['x-kept-stream']).toBe('whole')
    expect(JSON.parse(String(Buffer.from(copy.body, 'base64')))).toEqual({
      facts: FACTS,
      pieces: [{ content: 'hello' }, { finish: 'stop' }, { usage: USAGE }],
      end: { usage: USAGE, cost: { amount: '0.0005', currency: 'USD' }, isEnded: true },
    })
  })

  it('whose reply cannot be built is cancelled', () => {
    const { call } = streamCall()
    const source = upstream()
    Object.assign(call.compiled.route, {
      headers: () => {
        throw new Error('a fault')
      },
    })
    const payment = paymentOf(call, termsFor('last').terms, () => undefined)
    const options = { facts: FACTS, isDue: false, isInGrace: false, payment }
    expect(() => streamed(call, source.stream, options)).toThrow('a fault')
    expect(source.log).toEqual(['cancel'])
  })
})

describe('a stream that breaks off', () => {
  const end = async (error: unknown, more: Begun & { parts?: StreamPart[] } = {}) => {
    const made = await begun(more)
    for (const one of more.parts ?? [HELLO]) made.send(one)
    made.breakOff(error)
    await made.end
    await made.payment.done
    return { ...made, last: made.events().at(-1) }
  }

  it.each(['cut', 'stalled', 'malformed', 'error_event', 'given_up'] as const)(
    'because it was %s is not charged, and says so',
    async how => {
      const { last, names, did, lines } = await end(broke(how))
      expect(last).toMatchObject({
        error: { message: 'It broke off.', type: 'api_error', code: 'STREAM_FAILED' },
        charged: false,
      })
      expect([names(), did[0]![1]]).toEqual([['release'], `the stream broke off: ${how}`])
      expect(lines).toEqual([])
    },
  )

  it('at its time limit is charged, if anything was visible', async () => {
    const { last, names, did } = await end(broke('too_long'))
    expect([last.charged, names()]).toEqual([true, ['settle']])
    expect(did[0]![1].headers['x-kept-stream']).toBe('cut')
    const nothing = await end(broke('too_long'), { parts: [part({ content: ' ' })] })
    expect([nothing.last.charged, nothing.names()]).toEqual([false, ['release']])
  })

  it('because of an event that was too large is charged only if that is frequent', async () => {
    const { names } = await end(broke('too_large'))
    expect(names()).toEqual(['release'])
    const often = await begun()
    for (let i = 0; i < 10; i++) await often.store.count('too large events|*|ann', 3_600_000)
    often.send(HELLO)
    often.breakOff(broke('too_large'))
    await often.end
    expect(often.names()).toEqual(['settle'])
  })

  it('inside the gateway is not charged, and is logged', async () => {
    const error = new Error('a fault')
    const { last, names, lines } = await end(error)
    expect([last.error.message, last.charged, names()]).toEqual([
      'The gateway failed; the fault is recorded.',
      false,
      ['release'],
    ])
    expect(lines).toEqual([[{ route: 'r', err: error }, 'a stream failed inside the gateway']])
  })

  it('does not say who pays while that is in doubt, and says why if the payment failed', async () => {
    const doubt = await end(broke('too_long'), { ends: [UNKNOWN] })
    expect([doubt.last.charged, doubt.last.error.message]).toEqual([undefined, 'It broke off.'])
    const failed = await end(broke('too_long'), { ends: [FAILED] })
    expect(failed.last.error.message).toBe('The payment could not be settled. Nothing was charged.')
  })

  it('after it was paid for leaves a credit, and says so', async () => {
    const { last } = await end(broke('cut', 'It broke off'), { when: 'first' })
    expect(last).toMatchObject({
      charged: true,
      error: {
        message:
          "It broke off. What was paid is credited to this wallet's next stream of at most " +
          'this price.',
      },
    })
  })

  it('ends with an event for all clients where the route passes it on', async () => {
    const raw = { route: { protocol: undefined } }
    const { last, text } = await end(broke('cut'), raw)
    expect(text().startsWith('raw \n\nevent: error\n')).toBe(true)
    expect(last).toEqual({
      type: 'error',
      code: 'STREAM_FAILED',
      sequence_number: 0,
      message: 'It broke off.',
      param: null,
      error: { message: 'It broke off.', type: 'api_error', code: 'STREAM_FAILED', param: null },
      charged: false,
    })
    const failed = await end(broke('error_event'), raw)
    expect(failed.text()).toBe('raw ')
  })

  it('after its end has come, but before the gateway has written its own, is not charged', async () => {
    const { names } = await end(broke('cut'), { parts: [HELLO, END] })
    expect(names()).toEqual(['release'])
  })

  it('after its end has reached the caller unchanged is charged, and says no more', async () => {
    const raw = { route: { protocol: undefined }, parts: [HELLO, END] }
    const { text, names } = await end(broke('cut'), raw)
    expect([text(), names()]).toEqual(['raw raw ', ['settle']])
  })

  it('because its caller read nothing for more than 10 s is charged', async () => {
    for (const [ms, how, names] of [
      [10_001, 'cut', ['settle']],
      [10_001, 'stalled', ['settle']],
      [10_000, 'cut', ['release']],
      [10_001, 'malformed', ['release']],
    ] as const) {
      const made = await begun({ write: () => new Promise(() => undefined) })
      void made.send(HELLO)
      await made.clock.advance(ms)
      made.breakOff(broke(how))
      await made.payment.done
      expect([made.names(), how, ms]).toEqual([names, how, ms])
    }
  })

  it('after a wait that was over before is charged too', async () => {
    let go = (): void => undefined
    const made = await begun({
      write: text => (text.includes('hello') ? new Promise(resolve => (go = resolve)) : undefined),
    })
    const drained = made.send(HELLO)
    await made.clock.advance(10_001)
    go()
    await drained
    await made.clock.advance(5_000)
    made.breakOff(broke('cut'))
    await made.payment.done
    expect(made.names()).toEqual(['settle'])
  })
})

describe('a caller that leaves a stream', () => {
  const leave = async (more: Begun & { parts?: StreamPart[] } = {}) => {
    const made = await begun(more)
    for (const one of more.parts ?? []) made.send(one)
    made.reply.closed!()
    return made
  }

  it('pays for what was visible, and the upstream is stopped', async () => {
    const { payment, names, log, did } = await leave({ parts: [HELLO] })
    await payment.done
    expect([names(), log]).toEqual([['settle'], ['cancel']])
    const copy = JSON.parse(String(Buffer.from(did[0]![1].body, 'base64')))
    expect(copy.end).toEqual({
      cut: 'The stream ended here because its caller left. Everything that was sent until then was paid for.',
      isEnded: false,
    })
  })

  it('before it saw anything pays nothing, a few times', async () => {
    const { payment, names, did, store } = await leave()
    await payment.done
    expect([names(), did[0]![1], (await store.count('abandoned|*|ann', 1)).count]).toEqual([
      ['release'],
      'the caller left',
      2,
    ])
    const often = await begun()
    for (let i = 0; i < 10; i++) await often.store.count('abandoned|*|ann', 3_600_000)
    often.reply.closed!()
    await often.payment.done
    expect(often.names()).toEqual(['settle'])
  })

  it('pays if that was decided before, and is counted once', async () => {
    const due = await leave({ isDue: true })
    await due.payment.done
    expect(due.names()).toEqual(['settle'])
    const grace = await leave({ isInGrace: true })
    await grace.payment.done
    expect([grace.names(), (await grace.store.count('abandoned|*|ann', 1)).count]).toEqual([
      ['release'],
      1,
    ])
  })

  it('of a metered stream pays for the use that is reported within 5 s', async () => {
    const price = { decimals: 6, actual: (c: any) => BigInt(c.usage.output) }
    const metered = { isMetered: true, route: { price } }
    const made = await leave({ ...metered, parts: [HELLO] })
    await made.clock.advance(4_999)
    expect(made.log).toEqual([])
    made.send(END)
    made.over()
    await made.end
    await made.payment.done
    expect([made.did[0]![2].amount, made.log, made.clock.sleepers()]).toEqual([7n, [], 0])
    const late = await leave({ ...metered, parts: [HELLO] })
    await late.clock.advance(5_000)
    await late.payment.done
    expect([late.names(), late.log]).toEqual([['settle'], ['cancel']])
  })

  it.each<[string, Begun & { parts?: StreamPart[] }]>([
    ['is not metered', { parts: [HELLO] }],
    ['has shown nothing', { isMetered: true }],
    ['has reported its use', { isMetered: true, parts: [HELLO, END] }],
  ])('ends the stream at once if it %s', async (_, more) => {
    expect((await leave(more)).log).toEqual(['cancel'])
  })
})

it('the last event of a passed-on stream is not needed after its end', () => {
  const output = { isEnded: () => true }
  const payment = { isCredited: () => false }
  const state = { call: streamCall().call, output, payment } as never
  expect(lastEventOf(state, broke('cut'))).toBe(undefined)
})
