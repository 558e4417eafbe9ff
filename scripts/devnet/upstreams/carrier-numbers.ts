/**
 * A carrier that leases numbers, with the wire protocol of Twilio's REST API (2010-04-01): search,
 * buy, list and release. Numbers stay bought until they are released. An account's own label
 * (`FriendlyName`) finds them again. Searches that follow each other offer different numbers.
 */
import { createHash } from 'node:crypto'
import { basicKey, json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

/** The account of the gateway. */
export const ACCOUNT = 'AC00000000000000000000000000000001'

const ROOT = `/2010-04-01/Accounts/${ACCOUNT}`
const SEARCH = /\/AvailablePhoneNumbers\/([A-Z]{2})\/Local\.json$/
const ONE = /\/IncomingPhoneNumbers\/(\w+)\.json$/
const ALL = '/IncomingPhoneNumbers.json'

/** Country codes, area codes that have free numbers, and how many numbers each of them has. */
const COUNTRIES: Readonly<
  Record<string, { prefix: string; areas: readonly string[]; each: number }>
> = {
  US: { prefix: '+1', areas: ['415', '212', '512'], each: 100 },
  CA: { prefix: '+1', areas: ['416', '604'], each: 100 },
  DE: { prefix: '+49', areas: ['30'], each: 100 },
  IE: { prefix: '+353', areas: ['1'], each: 1 },
}
/** Numbers of this country can be bought only with a registered address. */
const REGULATED = '+49'

interface Bought {
  sid: string
  phone_number: string
  friendly_name: string
}

/** The numbers that the account has bought, by number. */
const bought = ({ shelf }: UpstreamRequest): Map<string, Bought> => {
  const known = shelf.get('numbers') as Map<string, Bought> | undefined
  if (known) return known
  const made = new Map<string, Bought>()
  shelf.set('numbers', made)
  return made
}

const failure = (status: number, code: number, message: string): UpstreamReply =>
  json(status, {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  })

/** Answers a request of the account. */
function answer(request: UpstreamRequest): UpstreamReply {
  const { method, path } = request
  if (!path.startsWith(`${ROOT}/`))
    return failure(404, 20404, `The requested resource ${path} was not found`)
  const search = SEARCH.exec(path)
  if (search) return method === 'GET' ? available(request, search[1]!) : notAllowed()
  if (path.endsWith(ALL)) return method === 'POST' ? buy(request) : list(request)
  const one = ONE.exec(path)
  if (one) return method === 'DELETE' ? release(request, one[1]!) : notAllowed()
  return failure(404, 20404, `The requested resource ${path} was not found`)
}

const notAllowed = (): UpstreamReply => failure(405, 20004, 'Method not allowed')

function available(request: UpstreamRequest, country: string): UpstreamReply {
  const { query } = request
  const known = COUNTRIES[country]
  if (!known) return json(200, { available_phone_numbers: [], uri: request.path })
  const area = query.get('AreaCode')
  const areas = area === null ? known.areas : known.areas.filter(one => one === area)
  const most = Math.min(Number(query.get('PageSize') ?? 50), 1000)
  const all = areas.flatMap(area => numbersOf(known, area))
  const taken = bought(request)
  const free = rotated(all, searches(request)).filter(number => !taken.has(number))
  return json(200, {
    available_phone_numbers: free.slice(0, most).map(number => described(number, country)),
    uri: request.path,
  })
}

const numbersOf = ({ prefix, each }: (typeof COUNTRIES)[string], area: string): string[] =>
  Array.from({ length: each }, (_, i) => `${prefix}${area}555${String(1000 + i)}`)

/** The number of searches before this one. Each search begins at the next number. */
function searches({ shelf }: UpstreamRequest): number {
  const before = (shelf.get('searches') as number | undefined) ?? 0
  shelf.set('searches', before + 1)
  return before
}

const rotated = <T>(all: readonly T[], by: number): T[] => {
  const at = all.length === 0 ? 0 : by % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}

const described = (number: string, country: string) => ({
  friendly_name: number,
  phone_number: number,
  lata: null,
  locality: null,
  rate_center: null,
  region: null,
  postal_code: null,
  iso_country: country,
  address_requirements: country === 'DE' ? 'local' : 'none',
  beta: false,
  capabilities: { voice: true, SMS: true, MMS: true, fax: false },
})

function buy(request: UpstreamRequest): UpstreamReply {
  const form = new URLSearchParams(request.text)
  const number = form.get('PhoneNumber')
  if (number === null) return failure(400, 21604, "A 'PhoneNumber' is required")
  if (!/^\+[1-9]\d{6,14}$/.test(number))
    return failure(400, 21421, `${number} is not a valid number`)
  if (number.startsWith(REGULATED))
    return failure(
      400,
      21631,
      'Phone Number Requires an Address but the AddressSid parameter was empty',
    )
  const numbers = bought(request)
  if (numbers.has(number)) return failure(400, 21422, `${number} is not available`)
  const sid = `PN${createHash('md5').update(`${number} ${numbers.size}`).digest('hex')}`
  const one = { sid, phone_number: number, friendly_name: form.get('FriendlyName') ?? number }
  numbers.set(number, one)
  return json(201, shown(one))
}

const shown = (one: Bought) => ({
  ...one,
  account_sid: ACCOUNT,
  status: 'in-use',
  capabilities: { voice: true, sms: true, mms: true, fax: false },
  uri: `${ROOT}/IncomingPhoneNumbers/${one.sid}.json`,
})

function list(request: UpstreamRequest): UpstreamReply {
  const { query } = request
  const [name, number] = [query.get('FriendlyName'), query.get('PhoneNumber')]
  const found = [...bought(request).values()].filter(
    one =>
      (name === null || one.friendly_name === name) &&
      (number === null || one.phone_number === number),
  )
  return json(200, { incoming_phone_numbers: found.map(shown), page: 0, page_size: 50 })
}

function release(request: UpstreamRequest, sid: string): UpstreamReply {
  const numbers = bought(request)
  const one = [...numbers.values()].find(number => number.sid === sid)
  if (!one) return failure(404, 20404, `The requested resource ${request.path} was not found`)
  numbers.delete(one.phone_number)
  return { status: 204, raw: '' }
}

/** The carrier of leased numbers. */
export const carrierNumbers: Upstream = {
  name: 'carrier',
  env: 'CARRIER',
  settings: { ACCOUNT },
  header: 'authorization',
  scheme: 'Basic',
  key: basicKey(ACCOUNT, 'local-carrier-secret'),
  answer,
  stepOf: ({ method, path }) => (method === 'POST' && path.endsWith(ALL) ? 'submit' : 'poll'),
  failures: {
    unauthorized: () => failure(401, 20003, 'Authenticate'),
    rateLimited: seconds => ({
      ...failure(429, 20429, 'Too Many Requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: (status, code) =>
      failure(status, Number(code ?? 20500), 'An internal server error has occurred'),
    refused: () => failure(400, 21649, 'Bundle required'),
    empty: () => json(200, {}),
  },
}
