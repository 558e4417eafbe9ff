/** Calls by an AI: what may be asked, from which number, and when a call is charged. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed } from './client.ts'
import {
  ask,
  askCall,
  CALL,
  cost,
  FINE,
  free,
  lease,
  pay,
  place,
  shop,
  useShop,
} from './numbers-desk.ts'

useShop()

const PRICE = 541_000n

let ann: Buyer
let number: string
beforeAll(async () => {
  ann = await shop.buyer(100_000_000n)
  number = await lease(ann)
})

/** Other requests look for a call that nobody paid, and stop it. */
const isStart = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'POST' && url === '/v1/calls'
/** What the upstream of calls was asked to start. */
const started = (): any[] => shop.taps.caller.seen.filter(isStart).map(one => JSON.parse(one.body))

describe('[VOICE-002] a body that does not fit is 400 before any payment', () => {
  it.each<[string, object, string]>([
    ['VOICE-002', { record: true }, 'record'],
    ['VOICE-002', { webhook: 'https://example.org' }, 'webhook'],
    ['VOICE-003', { to: undefined }, 'to'],
    ['VOICE-003', { to: '4155552671' }, 'to'],
    ['VOICE-003', { to: '+0155552671' }, 'to'],
    ['VOICE-003', { to: '+1 415 555 2671' }, 'to'],
    ['VOICE-003', { to: '+1234567890123456' }, 'to'],
    ['VOICE-003', { to: ['+14155552671'] }, 'to'],
    ['VOICE-005', { task: undefined }, 'task'],
    ['VOICE-005', { task: 'x'.repeat(9) }, 'task'],
    ['VOICE-005', { task: 'x'.repeat(4001) }, 'task'],
    ['VOICE-006', { from: '415' }, 'from'],
    ['VOICE-012', { voice: '' }, 'voice'],
    ['VOICE-012', { voice: 7 }, 'voice'],
    ['VOICE-013', { language: 7 }, 'language'],
    ['VOICE-014', { max_duration: 0 }, 'max_duration'],
    ['VOICE-014', { max_duration: 31 }, 'max_duration'],
    ['VOICE-014', { max_duration: 1.5 }, 'max_duration'],
    ['VOICE-016', { first_sentence: 'x'.repeat(501) }, 'first_sentence'],
    ['VOICE-017', { wait_for_greeting: 'yes' }, 'wait_for_greeting'],
    ['VOICE-018', { interruption_threshold: 49 }, 'interruption_threshold'],
    ['VOICE-018', { interruption_threshold: 501 }, 'interruption_threshold'],
    ['VOICE-018', { interruption_threshold: 99.5 }, 'interruption_threshold'],
    ['VOICE-019', { model: 'best' }, 'model'],
    ['VOICE-020', { voicemail_action: 'shout' }, 'voicemail_action'],
    ['VOICE-021', { voicemail_message: 'x'.repeat(1001) }, 'voicemail_message'],
  ])('[%s] %j', async (_id, more, path) => {
    const seen = await askCall({ ...FINE, ...more })
    expect([seen.status, seen.body.error, seen.challenge]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(seen.body.details.map((one: any) => one.path)).toContain(path)
    expect(started()).toEqual([])
  })
})

it('[VOICE-022 VOICE-002] leaving a message needs the message', async () => {
  const seen = await askCall({ ...FINE, voicemail_action: 'leave_message' })
  expect([seen.status, seen.challenge]).toEqual([400, undefined])
  expect(seen.body.error).toBe('Invalid request body')
  expect(seen.body.details.map((one: any) => one.path)).toEqual(['voicemail_message'])
})

describe('a body that fits is quoted at 0.541', () => {
  it.each<[string, object]>([
    ['VOICE-001', {}],
    ['VOICE-001 VOICE-014', { max_duration: 1 }],
    ['VOICE-001 VOICE-014', { max_duration: 30 }],
    ['VOICE-005', { task: 'x'.repeat(10) }],
    ['VOICE-005', { task: 'x'.repeat(4000) }],
    ['VOICE-012', { voice: 'maya' }],
    ['VOICE-012', { voice: 'e1289219-0ea2-4f22-a994-c542c2a48a0f' }],
    ['VOICE-016', { first_sentence: 'x'.repeat(500) }],
    ['VOICE-017', { wait_for_greeting: false }],
    ['VOICE-018', { interruption_threshold: 50 }],
    ['VOICE-018', { interruption_threshold: 500 }],
    ...['base', 'enhanced', 'turbo'].map((model): [string, object] => ['VOICE-019', { model }]),
    ['VOICE-020', { voicemail_action: 'hangup' }],
    ['VOICE-020', { voicemail_action: 'ignore' }],
    ['VOICE-021', { voicemail_message: 'x'.repeat(1000) }],
    ['VOICE-022', { voicemail_action: 'leave_message', voicemail_message: 'Call back.' }],
  ])('[%s] %j', async (_id, more) => {
    const { status, challenge } = await askCall({ ...FINE, ...more })
    expect([status, challenge!.accepts[0]!.amount]).toEqual([402, String(PRICE)])
  })
})

describe('[VOICE-004] an emergency number is refused with 403, unpaid and paid', () => {
  // Numbers of North America have ten digits after +1: an area code before 911 makes none of it.
  const local = ['+1212911', '+1242911', '+1876119', '+12129110', '+141555526710']
  const short = ['+911', '+112', '+999', '+110', '+1911', '+44999', '+49112', '+33112', '+353112']
  it.each([...short, ...local])('%s', async to => {
    const seen = await askCall({ ...FINE, to })
    expect([seen.status, seen.challenge]).toEqual([403, undefined])
    const header = await signed(shop.url, ann.account, { path: CALL, body: FINE })
    const before = await ann.balance()
    const again = await call(shop.url, {
      path: CALL,
      body: { ...FINE, to },
      headers: paidBy(header),
    })
    expect([again.status, await ann.balance(), started()]).toEqual([403, before, []])
  })
})

describe('a call', () => {
  it('[VOICE-001 VOICE-006 VOICE-023 VOICE-024 VOICE-028] costs 0.541, from the one number', async () => {
    const [paid, seen] = await cost(ann, () => place(ann))
    expect([seen.status, paid]).toEqual([200, PRICE])
    expect(seen.body).toEqual({
      call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'queued',
      poll_url: `${shop.url}${CALL}/${seen.body.call_id}`,
      message: expect.stringMatching(/poll/i),
    })
    expect(seen.headers['x-payment-receipt']).toBe(seen.receipt!.transaction)
    const sent = started()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ phone_number: FINE.to, from: number, task: FINE.task })
    const { headers } = shop.taps.caller.seen.find(isStart)!
    expect(headers.authorization).toBe(shop.world.env.CALLER_KEY)
  })

  it('[VOICE-013 VOICE-015] lasts 5 minutes at most, in en-US, unless it says otherwise', async () => {
    await place(ann)
    await place(ann, { language: 'de', max_duration: 30 })
    const both = started().map(({ language, max_duration }) => [language, max_duration])
    expect(both).toEqual([
      ['en-US', 5],
      ['de', 30],
    ])
  })

  it('[VOICE-012 VOICE-016..022] passes on what was asked', async () => {
    const asked = {
      voice: 'maya',
      first_sentence: 'Good morning.',
      wait_for_greeting: true,
      interruption_threshold: 120,
      model: 'turbo',
    }
    const voicemail = { voicemail_action: 'leave_message', voicemail_message: 'Call back.' }
    expect((await place(ann, { ...asked, ...voicemail })).status).toBe(200)
    expect(started()[0]).toMatchObject({
      ...asked,
      voicemail: { action: 'leave_message', message: 'Call back.' },
    })
  })

  it('that a busy upstream does not take is 429 with Retry-After, uncharged', async () => {
    const body = '{"status":"error","message":"Too many requests"}'
    shop.taps.caller.answer(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    const seen = await free(ann, () => place(ann))
    expect([seen.status, seen.headers['retry-after']]).toEqual([429, '7'])
  })

  it('[VOICE-025 VOICE-026 ERR3-025] that the upstream refuses is 502 with its reason, uncharged', async () => {
    const seen = await free(ann, () => place(ann, { to: '+14155550009' }))
    expect([seen.status, seen.body]).toEqual([
      502,
      { error: 'Call initiation failed', details: 'This number cannot be called' },
    ])
  })

  it.each([
    ['fails', { status: 500, body: '{"status":"error","message":"Internal server error"}' }],
    ['answers 200 with an error', { body: '{"status":"error","message":"No lines"}' }],
    ['gives no call_id', { body: '{"status":"success"}' }],
  ])('[VOICE-025 VOICE-026] of an upstream that %s is not charged', async (_how, reply) => {
    shop.taps.caller.answer(() => reply)
    const seen = await free(ann, () => place(ann))
    expect([seen.status, seen.body.error]).toEqual([502, 'Call initiation failed'])
  })

  it('[VOICE-026] of an upstream that has no money left of ours is 503, uncharged', async () => {
    shop.taps.caller.answer(() => ({ status: 402, body: '{"status":"error"}' }))
    expect((await free(ann, () => place(ann))).status).toBe(503)
  })

  it('[VOICE-029] one authorization places one call, also when it is sent twice at once', async () => {
    const body = { ...FINE, from: number }
    const header = await signed(shop.url, ann.account, { path: CALL, body })
    const send = () => call(shop.url, { path: CALL, body, headers: paidBy(header) })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
    const again = await send()
    expect([again.status, again.body.code, started().length]).toEqual([402, 'PAYMENT_REPLAY', 1])
  })
})

describe('a wallet that is emptied while its call is placed', () => {
  it('gets ten calls that nobody pays in 30 days, and then none', async () => {
    const eve = await shop.buyer(6_000_000n)
    await lease(eve)
    const { chain } = shop.world
    const fill = async (to: bigint) => chain.fund(eve.account.address, to - (await eve.balance()))
    shop.taps.caller.answer(async one => {
      if (isStart(one)) await fill(0n)
      return undefined
    })
    const seen = []
    for (let i = 0; i < 12; i++) {
      await fill(600_000n)
      seen.push(await place(eve))
    }
    const statuses = seen.map(({ status }) => status)
    expect([statuses, started().length]).toEqual([[...Array(10).fill(402), 429, 429], 10])
    expect(Number(seen.at(-1)!.headers['retry-after'])).toBeGreaterThan(29 * 86_400)
    expect(await eve.balance()).toBe(600_000n)
  })
})

describe('the number from which a call is made', () => {
  it('[VOICE-008] a wallet without one is refused, and learns where to buy it', async () => {
    const none = await shop.buyer()
    const seen = await free(none, () => place(none))
    expect([seen.status, seen.body.code ?? seen.body.error]).toEqual([403, 'no_active_number'])
    expect(seen.body.buy_endpoint).toBe('/api/v1/phone/numbers/buy')
    expect(seen.body.message).toMatch(/Lease one/)
    expect(started()).toEqual([])
  })

  it('[VOICE-006 VOICE-007] of several must be named; all of them are listed', async () => {
    const rich = await shop.buyer(50_000_000n)
    const both = [await lease(rich), await lease(rich)]
    const seen = await free(rich, () => place(rich))
    expect([seen.status, seen.body.code ?? seen.body.error]).toEqual([400, 'ambiguous_from'])
    expect(seen.body.message).toMatch(/Name one in from/)
    expect(seen.body.your_active_numbers.sort()).toEqual([...both].sort())
    for (const from of both) expect((await place(rich, { from })).status).toBe(200)
    expect(started().map(({ from }) => from)).toEqual(both)
    expect((await pay(rich, 'release', { phoneNumber: both[0]! })).status).toBe(200)
    expect((await place(rich)).status).toBe(200)
    expect(started().at(-1).from).toBe(both[1])
  })

  it('[VOICE-009 VOICE-010 PHONE-043] must not be that of another wallet', async () => {
    const other = await shop.buyer(50_000_000n)
    const own = await lease(other)
    const seen = await free(other, () => place(other, { from: number }))
    expect([seen.status, seen.body.reason]).toEqual([403, 'wrong_wallet'])
    expect(seen.body.your_active_numbers).toEqual([own])
    expect(started()).toEqual([])
  })

  it('[VOICE-010 PHONE-040] must be known: it may have been given back', async () => {
    const gone = await lease(ann)
    await pay(ann, 'release', { phoneNumber: gone })
    for (const from of ['+15550001111', gone]) {
      const seen = await free(ann, () => place(ann, { from }))
      expect([seen.status, seen.body.reason]).toEqual([403, 'not_found'])
      expect(seen.body.your_active_numbers).toEqual([number])
    }
    expect(started()).toEqual([])
  })

  it('[VOICE-008] an unpaid question says nothing of numbers', async () => {
    expect((await askCall({ ...FINE, from: number })).status).toBe(402)
    expect((await ask('list', {})).status).toBe(402)
  })
})
