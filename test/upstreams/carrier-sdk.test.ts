/** The carrier's own SDK, unmodified but for its address, works with the local carrier. */
import twilio from 'twilio'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
let client: ReturnType<typeof clientWith>
beforeAll(async () => {
  up = await startUpstreams()
  client = clientWith()
})
afterAll(() => up?.stop())

/** A client of the local carrier; `token` replaces its secret. */
function clientWith(token?: string) {
  const { CARRIER_KEY, CARRIER_URL, LOOKUPS_URL } = up.env
  const [account, secret] = Buffer.from(CARRIER_KEY!, 'base64').toString().split(':')
  const made = twilio(account, token ?? secret)
  made.api.baseUrl = CARRIER_URL!
  made.lookups.baseUrl = LOOKUPS_URL!
  return made
}

it('finds, buys, lists and gives back a number', async () => {
  const found = await client.availablePhoneNumbers('US').local.list({ areaCode: 415, limit: 2 })
  expect(found.map(one => [one.isoCountry, one.capabilities.voice])).toEqual([
    ['US', true],
    ['US', true],
  ])
  const [{ phoneNumber }] = found as [(typeof found)[0]]
  expect(phoneNumber).toMatch(/^\+1415\d{7}$/)
  const bought = await client.incomingPhoneNumbers.create({ phoneNumber, friendlyName: 'ours' })
  expect([bought.phoneNumber, bought.status, bought.friendlyName]).toEqual([
    phoneNumber,
    'in-use',
    'ours',
  ])
  const labelled = () => client.incomingPhoneNumbers.list({ friendlyName: 'ours', limit: 5 })
  expect((await labelled()).map(({ sid }) => sid)).toEqual([bought.sid])
  expect(await client.incomingPhoneNumbers(bought.sid).remove()).toBe(true)
  expect(await labelled()).toEqual([])
})

it('looks a number up', async () => {
  const fields = 'line_type_intelligence,sim_swap,call_forwarding'
  const found = await client.lookups.v2.phoneNumbers('+14155552671').fetch({ fields })
  expect([found.phoneNumber, found.valid, found.countryCode]).toEqual(['+14155552671', true, 'US'])
  expect([found.lineTypeIntelligence, found.simSwap, found.callForwarding]).toEqual([
    expect.objectContaining({ type: expect.any(String), errorCode: null }),
    expect.objectContaining({ lastSimSwap: expect.anything() }),
    expect.objectContaining({ callForwardingEnabled: expect.any(Boolean) }),
  ])
})

it.each<[string, number, number, (with_: typeof client) => Promise<unknown>]>([
  [
    'a number that is taken',
    400,
    21422,
    async with_ => {
      const [one] = await with_.availablePhoneNumbers('US').local.list({ limit: 1 })
      const wanted = { phoneNumber: one!.phoneNumber }
      await with_.incomingPhoneNumbers.create(wanted)
      await with_.incomingPhoneNumbers.create(wanted)
    },
  ],
  [
    'a country that needs an address',
    400,
    21631,
    with_ => with_.incomingPhoneNumbers.create({ phoneNumber: '+49305551000' }),
  ],
  ['a number that is not ours', 404, 20404, with_ => with_.incomingPhoneNumbers('PN0').remove()],
  ['a wrong secret', 401, 20003, () => clientWith('wrong').incomingPhoneNumbers.list({ limit: 1 })],
])('throws its own error for %s', async (_what, status, code, ask) => {
  const error: unknown = await ask(client).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(twilio.RestException)
  expect(error).toMatchObject({ status, code, moreInfo: expect.stringContaining(String(code)) })
})
