/** A carrier's lookups of telephone numbers. */
import { fraction, hash } from './prediction/world.ts'
import { ACCOUNT } from './carrier-numbers.ts'
import { basicKey, json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const PATH = /^\/v2\/PhoneNumbers\/([^/]+)$/

const problem = (
  status: number,
  { code, message }: { code: number; message: string },
): UpstreamReply =>
  json(status, {
    code,
    message,
    more_info: `https://www.carrier.example/docs/errors/${code}`,
    status,
  })

const NOT_FOUND = 'The requested resource was not found'
const codes = { mobile_country_code: '310', mobile_network_code: '160' }

const kinds = ['mobile', 'landline', 'fixedVoip', 'nonFixedVoip', 'tollFree'] as const

/** The packages of a lookup, each for one number. */
const packages: Readonly<Record<string, (number: string) => object>> = {
  line_type_intelligence: number => ({
    ...codes,
    carrier_name: `Carrier ${hash(number).slice(0, 4)}`,
    type: kinds[Math.floor(kinds.length * fraction(`type ${number}`))],
    error_code: null,
  }),
  sim_swap: number => ({
    last_sim_swap: {
      last_sim_swap_date: '2026-01-05T10:00:00Z',
      swapped_period: 'PT24H',
      swapped_in_period: fraction(`swap ${number}`) < 0.2,
    },
    carrier_name: `Carrier ${hash(number).slice(0, 4)}`,
    ...codes,
    error_code: null,
  }),
  call_forwarding: number => ({
    call_forwarding_enabled: fraction(`forward ${number}`) < 0.3,
    error_code: null,
  }),
  caller_name: () => ({ caller_name: null, caller_type: null, error_code: null }),
}

const others = ['identity_match', 'reassigned_number', 'sms_pumping_risk', 'live_activity'] as const

const isNorthAmerican = (number: string): boolean => /^\+1\d{10}$/.test(number)

const national = (number: string): string =>
  isNorthAmerican(number)
    ? `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`
    : number.slice(1)

function lookup(number: string, fields: readonly string[]): object {
  const wrong = number.length < 8 ? 'TOO_SHORT' : undefined
  const asked = Object.entries(packages).map(([name, make]) => [
    name,
    fields.includes(name) ? make(number) : null,
  ])
  return {
    calling_country_code: isNorthAmerican(number) ? '1' : number.slice(1, 3),
    country_code: isNorthAmerican(number) ? 'US' : null,
    phone_number: number,
    national_format: national(number),
    valid: wrong === undefined,
    validation_errors: wrong === undefined ? [] : [wrong],
    ...Object.fromEntries(asked),
    ...Object.fromEntries(others.map(name => [name, null])),
    url: `https://lookups.carrier.example/v2/PhoneNumbers/${number}`,
  }
}

function answer(request: UpstreamRequest): UpstreamReply {
  const found = PATH.exec(request.path)
  if (!found) return problem(404, { code: 20404, message: NOT_FOUND })
  if (request.method !== 'GET') return problem(405, { code: 20004, message: 'Method not allowed' })
  const number = decodeURIComponent(found[1]!)
  const fields = (request.query.get('Fields') ?? '').split(',').filter(Boolean)
  const unknown = fields.find(field => !Object.hasOwn(packages, field))
  if (unknown !== undefined)
    return problem(400, { code: 60600, message: `Invalid field ${unknown}` })
  // A number whose country is none.
  if (!/^\+[1-9]\d*$/.test(number) || number.startsWith('+999'))
    return problem(404, { code: 20404, message: NOT_FOUND })
  return json(200, lookup(number, fields))
}

/** The upstream behind `/api/v1/phone/lookup`. */
export const phoneLookups: Upstream = {
  name: 'lookups',
  env: 'LOOKUPS',
  header: 'authorization',
  scheme: 'Basic',
  key: basicKey(ACCOUNT, 'local-carrier-secret'),
  answer,
  failures: {
    unauthorized: () => problem(401, { code: 20003, message: 'Authenticate' }),
    rateLimited: seconds => ({
      ...problem(429, { code: 20429, message: 'Too Many Requests' }),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => problem(status, { code: 20500, message: 'Internal Server Error' }),
    refused: () => problem(403, { code: 60603, message: 'The package is not enabled' }),
    empty: () => json(200, {}),
  },
}
