/** The state and the transcript of a call by an AI. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, type Seen } from './client.ts'
import { CALL, cost, lease, place, shop, useShop } from './numbers-desk.ts'

useShop()

let ann: Buyer
beforeAll(async () => {
  ann = await shop.buyer(100_000_000n)
  await lease(ann)
})

const look = (id: string): Promise<Seen> => call(shop.url, { path: `${CALL}/${id}` })

/** Polls a call until it has ended, at most ten times. */
async function ended(id: string): Promise<any> {
  for (let polls = 0; polls < 10; polls++) {
    const { status, body } = await look(id)
    expect(status).toBe(200)
    if (body.ended_by !== 'IN_PROGRESS') return body
  }
  throw new Error('the call does not end')
}

describe('a look at a call', () => {
  it('[VOICE-030 VOICE-036] is free, and needs no payment and no wallet', async () => {
    const { body } = await place(ann)
    const [paid, seen] = await cost(ann, () => look(body.call_id))
    expect([seen.status, paid, seen.challenge, seen.receipt]).toEqual([
      200,
      0n,
      undefined,
      undefined,
    ])
    expect(seen.body).toMatchObject({ inbound: false, created_at: expect.any(String) })
  })

  it('[VOICE-033 VOICE-034 VOICE-044] goes from queued to completed', async () => {
    const { body } = await place(ann)
    const states: string[][] = []
    for (let polls = 0; polls < 4; polls++) {
      const { status, ended_by } = (await look(body.call_id)).body
      states.push([status, ended_by])
    }
    expect(states).toEqual([
      ['queued', 'IN_PROGRESS'],
      ['started', 'IN_PROGRESS'],
      ['completed', 'ASSISTANT'],
      ['completed', 'ASSISTANT'],
    ])
  })

  it('[VOICE-033 VOICE-035 VOICE-036] has the whole record of the upstream', async () => {
    const { body } = await place(ann, { task: 'Ask when they open' })
    const record = await ended(body.call_id)
    expect(record).toMatchObject({
      call_id: body.call_id,
      from: expect.stringMatching(/^\+1/),
      to: '+14155552671',
      status: 'completed',
      answered_by: 'human',
      call_length: 1.25,
      call_ended_by: 'ASSISTANT',
      ended_by: 'ASSISTANT',
      ended_by_reason: expect.stringMatching(/\S/),
      summary: expect.any(String),
      recording_url: null,
      concatenated_transcript: expect.any(String),
    })
    expect(record.transcript).toEqual([
      { role: 'assistant', text: 'Hello, I am calling because: Ask when they open' },
      { role: 'user', text: 'We open at nine.' },
    ])
    expect([record.price, record.metadata]).toEqual([undefined, undefined])
  })

  it.each<[string, string, string, string, number]>([
    ['VOICE-037', '+14155550001', 'USER', 'completed', 541_000],
    ['VOICE-038', '+14155552671', 'ASSISTANT', 'completed', 541_000],
    ['VOICE-039', '+14155550002', 'TIMEOUT', 'completed', 541_000],
    ['VOICE-040', '+14155550003', 'NO_ANSWER', 'completed', 541_000],
    ['VOICE-041', '+14155550004', 'BUSY', 'completed', 541_000],
    ['VOICE-042', '+14155550005', 'VOICEMAIL', 'completed', 541_000],
    ['VOICE-043 VOICE-027 ERR3-025', '+14155550006', 'ERROR', 'error', 541_000],
  ])('[%s VOICE-045] %s ends by %s, and stays charged', async (_id, to, by, state, price) => {
    const [paid, { body }] = await cost(ann, async () => {
      const seen = await place(ann, { to })
      await ended(seen.body.call_id)
      return seen
    })
    const record = await ended(body.call_id)
    expect([record.ended_by, record.status, paid]).toEqual([by, state, BigInt(price)])
    expect(record.ended_by_reason).toMatch(/\S/)
  })

  /** The upstream's record of a call, as it says it to us. */
  const record = (more: object): string =>
    JSON.stringify({
      call_id: 'c-1',
      completed: true,
      queue_status: 'complete',
      status: 'completed',
      max_duration: 5,
      answered_by: 'human',
      call_ended_by: 'USER',
      error_message: null,
      transcripts: [],
      ...more,
    })

  it.each<[number, number | string, string]>([
    [5, 4.91, 'USER'],
    [5, 4.92, 'TIMEOUT'],
    [5, 5.1, 'TIMEOUT'],
    [30, 29.9, 'USER'],
    [30, 29.95, 'TIMEOUT'],
    [1, 0.2, 'USER'],
    [5, null as never, 'USER'],
  ])('[VOICE-039] of %s minutes, after %s of them: %s', async (max_duration, call_length, by) => {
    shop.taps.caller.answer(() => ({ body: record({ max_duration, call_length }) }))
    const { status, body } = await look('c-1')
    expect([status, body.ended_by]).toEqual([200, by])
  })

  it.each(['queued', 'started', 'ringing', 'in-progress', 'completed', 'error'])(
    '[VOICE-034] a call that the upstream calls %s is called so',
    async state => {
      const completed = state === 'completed'
      const failed = state === 'error' ? { error_message: 'No line' } : {}
      const fields = { completed, queue_status: state, status: state, ...failed }
      shop.taps.caller.answer(() => ({ body: record({ ...fields, call_length: 1 }) }))
      expect((await look('c-1')).body.status).toBe(state)
    },
  )

  it.each([
    ['new', 'queued'],
    ['allocated', 'queued'],
    ['pre_queue', 'queued'],
    ['something else', 'in-progress'],
  ])(
    '[VOICE-034] a state of its queue that is called %s is %s here',
    async (queue_status, state) => {
      const fields = { completed: false, queue_status, status: undefined }
      shop.taps.caller.answer(() => ({ body: record(fields) }))
      const { body } = await look('c-1')
      expect([body.status, body.ended_by]).toEqual([state, 'IN_PROGRESS'])
    },
  )

  it('[VOICE-044] a call that is not completed goes on, whoever hung up so far', async () => {
    const fields = { completed: false, queue_status: 'started', call_length: 4.99 }
    shop.taps.caller.answer(() => ({ body: record(fields) }))
    const { body } = await look('c-1')
    expect([body.ended_by, body.ended_by_reason]).toEqual([
      'IN_PROGRESS',
      expect.stringMatching(/poll again/i),
    ])
  })

  it('[VOICE-031] of an unknown call is 404', async () => {
    for (const id of ['nope', '8f14e45f-ceea-467f-a8d9-000000000000']) {
      const { status, body } = await look(id)
      expect([status, body]).toEqual([404, { error: 'Call not found' }])
    }
  })

  it.each([400, 404])('[VOICE-031] is 404 if the upstream says so with %s', async status => {
    const body = '{"status":"error","message":"Call not found"}'
    shop.taps.caller.answer(() => ({ status, body }))
    const seen = await look('x')
    expect([seen.status, seen.body]).toEqual([404, { error: 'Call not found' }])
  })

  it('[VOICE-030] of an upstream that fails is 502, never a 402', async () => {
    shop.taps.caller.answer(() => ({ status: 500, body: '{}' }))
    const seen = await look('x')
    expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
  })

  it.each(['{call_id}', '%7Bcall_id%7D'])('[VOICE-032] %s is a discovery record', async id => {
    const seen = await look(id)
    expect([seen.status, seen.body.price, seen.body.method]).toEqual([200, { free: true }, 'GET'])
    expect(shop.taps.caller.seen).toEqual([])
  })

  it('[VOICE-030] cannot reach another path of the upstream', async () => {
    for (const id of [
      '..%2f..%2fv1%2fme',
      '%2e%2e',
      'a%2fstop',
      'a%2f..%2f..%2fme',
      'a%23b',
      'a%3fb=c',
    ])
      await look(id)
    for (const { url, method } of shop.taps.caller.seen)
      expect([method, url]).toEqual(['GET', expect.stringMatching(/^\/v1\/calls\/[^/?#]+$/)])
  })

  it.each([
    ['busy', { status: 'busy', error_message: 'User busy' }, 'BUSY', 'completed'],
    [
      'not answered',
      { answered_by: 'no-answer', queue_status: 'call_error' },
      'NO_ANSWER',
      'completed',
    ],
    ['broken', { queue_status: 'complete_error' }, 'ERROR', 'error'],
    ['never started', { queue_status: 'queue_error', completed: false }, 'ERROR', 'error'],
    ['failed', { status: 'failed' }, 'ERROR', 'error'],
    ['canceled', { status: 'canceled' }, 'ERROR', 'error'],
    ['failed before it began', { status: 'failed', completed: false }, 'ERROR', 'error'],
    ['canceled before it began', { status: 'canceled', completed: false }, 'ERROR', 'error'],
    ['busy at once', { status: 'busy', completed: false }, 'BUSY', 'completed'],
    ['not answered at all', { status: 'no-answer', completed: false }, 'NO_ANSWER', 'completed'],
  ])('[VOICE-040 VOICE-041 VOICE-043] a call that was %s has ended so', async (...row) => {
    const [, more, by, state] = row
    shop.taps.caller.answer(() => ({ body: record({ call_length: 0, ...more }) }))
    const { body } = await look('c-1')
    expect([body.ended_by, body.status]).toEqual([by, state])
  })
})
