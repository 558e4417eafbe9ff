/** Lookups of telephone numbers: what may be asked, what it costs, what the carrier is asked. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'
import { startShop } from './shop.ts'

const desk = useDataDesk('lookups')
const phoneNumber = '+14155552671'
const at = (path: string, body: unknown = { phoneNumber }): Sent => ({
  path: `/api/v1/phone${path}`,
  body,
})

/** A reply that any reading and writing again would change. */
const REPLY = '{ "phone_number":"+1", "b":1.0,\n\t"a":12345678901234567890, "b":2 }\n'

const lookups: [string, string, bigint, string][] = [
  ['PHONE-006', '/lookup', 11_000n, 'line_type_intelligence'],
  [
    'PHONE-010 PHONE-011',
    '/lookup/fraud',
    51_000n,
    'line_type_intelligence%2Csim_swap%2Ccall_forwarding',
  ],
]

describe.each(lookups)('%s %s', (id, path, micro, fields) => {
  it(`${id} PHONE-003 PHONE-004 is quoted with the fee in the price, and asks nobody`, async () => {
    const { status, body, challenge } = await call(desk.shop.url, at(path))
    expect([status, body.price, challenge!.accepts[0]!.amount]).toEqual([
      402,
      { amount: (Number(micro) / 1e6).toFixed(6), currency: 'USD' },
      String(micro),
    ])
    expect(desk.tap.seen).toEqual([])
  })

  it(`${id} PHONE-005 costs the same on the other network`, async () => {
    const other = await startShop({ network: 'testnet' })
    try {
      const { status, challenge } = await call(other.url, at(path))
      expect([status, challenge!.accepts[0]!.amount, challenge!.accepts[0]!.network]).toEqual([
        402,
        String(micro),
        'eip155:84532',
      ])
    } finally {
      await other.stop()
    }
  })

  it(`${id} PHONE-008 paid, the carrier is asked once, and answers byte for byte`, async () => {
    desk.answer({ body: REPLY, headers: { 'x-internal': '1' } })
    const seen = await desk.costs(micro, at(path))
    expect([seen.text, seen.headers['x-internal']]).toEqual([REPLY, undefined])
    expect(desk.tap.seen.map(one => [one.method, one.url, one.body])).toEqual([
      ['GET', `/v2/PhoneNumbers/+14155552671?Fields=${fields}`, ''],
    ])
    const { headers } = desk.tap.seen[0]!
    expect(headers.authorization).toBe(`Basic ${desk.shop.world.env.LOOKUPS_KEY}`)
    expect(Object.keys(headers).filter(name => name.includes('payment'))).toEqual([])
  })

  it.each<[string, unknown]>([
    ['no number', {}],
    ['no plus', { phoneNumber: '14155552671' }],
    ['a number', { phoneNumber: 14155552671 }],
    ['letters', { phoneNumber: '+1415CALLNOW' }],
    ['blanks', { phoneNumber: '+1 415 555 2671' }],
    ['a zero first', { phoneNumber: '+04155552671' }],
    ['16 digits', { phoneNumber: '+1234567890123456' }],
    ['another path', { phoneNumber: '+1/../../Accounts' }],
    ['a list', { phoneNumber: [phoneNumber] }],
  ])(`${id} PHONE-003 PHONE-007 with %s is 400, paid or not`, async (_what, body) => {
    const unpaid = await call(desk.shop.url, at(path, body))
    const { header } = await desk.buy(at(path))
    desk.tap.seen.length = 0
    const paid = await call(desk.shop.url, { ...at(path, body), headers: paidBy(header) })
    for (const { status, body: reply, headers } of [unpaid, paid]) {
      expect([status, reply.error, reply.details[0].path]).toEqual([
        400,
        'Invalid request body',
        'phoneNumber',
      ])
      expect(headers['payment-required']).toBeUndefined()
    }
    expect(desk.tap.seen).toEqual([])
  })

  it(`${id} PHONE-002 PHONE-003 with an unknown field is 400 that names it`, async () => {
    const { status, body } = await call(desk.shop.url, at(path, { phoneNumber, areaCode: '415' }))
    expect([status, body.error, JSON.stringify(body.details)]).toEqual([
      400,
      'Invalid request body',
      expect.stringContaining('areaCode'),
    ])
  })

  it(`${id} PHONE-001 by another method, or without JSON, buys nothing`, async () => {
    const { header } = await desk.buy(at(path))
    desk.tap.seen.length = 0
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const other = { path: at(path).path, method, headers: paidBy(header) }
      const { status, headers } = await call(desk.shop.url, other)
      expect([status, headers.allow]).toEqual([405, 'POST'])
    }
    // GET only shows the price, as on every paid path, so that crawlers find it.
    const shown = await call(desk.shop.url, { path: at(path).path })
    expect([shown.status, shown.challenge!.accepts[0]!.amount]).toEqual([402, String(micro)])
    expect(desk.tap.seen).toEqual([])
    const { status, body } = await call(desk.shop.url, at(path, 'phoneNumber=+1'))
    expect([status, body.error]).toEqual([400, 'Invalid JSON'])
  })

  it(`${id} PHONE-009 a refusal of the carrier has its status, and costs nothing`, async () => {
    const { status, body } = await desk.refused(at(path, { phoneNumber: '+9995550100' }))
    expect([status, body]).toEqual([
      404,
      {
        error: 'Bad Request',
        message: expect.stringContaining('Nothing was charged.'),
        status: 404,
        details: {
          code: 20404,
          message: expect.any(String),
          more_info: expect.any(String),
          status: 404,
        },
      },
    ])
  })
})

describe('what is found', () => {
  const line = { carrier_name: expect.any(String), type: expect.any(String), error_code: null }

  it('PHONE-008 is the carrier and the type of the line', async () => {
    expect((await desk.buy(at('/lookup'))).body).toMatchObject({
      phone_number: phoneNumber,
      country_code: 'US',
      valid: true,
      line_type_intelligence: line,
      sim_swap: null,
      call_forwarding: null,
    })
  })

  it('PHONE-011 is also whether the SIM was swapped or calls are forwarded', async () => {
    expect((await desk.buy(at('/lookup/fraud'))).body).toMatchObject({
      line_type_intelligence: line,
      sim_swap: { last_sim_swap: { swapped_in_period: expect.any(Boolean) } },
      call_forwarding: { call_forwarding_enabled: expect.any(Boolean) },
    })
  })

  it('PHONE-008 is also that a number is not valid', async () => {
    const { body } = await desk.costs(11_000n, at('/lookup', { phoneNumber: '+141555' }))
    expect(body).toMatchObject({ valid: false, validation_errors: ['TOO_SHORT'] })
  })
})
