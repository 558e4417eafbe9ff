/** Short texts of documents: limits, titles, sign-ins, free calls, payments by use. */
import { describe, expect, it } from 'vitest'
import { byUseWords } from '../../generator/emit/documents/by-use.ts'
import { limitWords } from '../../generator/emit/documents/limits.ts'
import { soldRows } from '../../generator/emit/documents/sold.ts'
import { idOf, titleOf } from '../../generator/emit/documents/titles.ts'
import { freePart, freeWords, securityPart } from '../../generator/emit/openapi/free.ts'
import {
  needsSignIn,
  SIGN_IN_ANSWERS,
  SIGN_IN_SCHEME,
  signInWords,
} from '../../generator/emit/openapi/sign-in.ts'
import { onRequest, schemeWords } from '../../generator/emit/payment-schemes.ts'
import type { RoutePrice } from '../../generator/examples/prices.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'

const ir = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const network = (more: Partial<NetworkIR>): NetworkIR => ({ ...ir.networks[0]!, ...more })
const price = (more: object): RoutePrice => more as RoutePrice

describe('the limit of a route', () => {
  const limit = (more: object) =>
    limitWords({ limits: [{ ...ir.limits[0], ...more }] } as unknown as CatalogIR, list)

  it.each([
    [1_000, 'a second'],
    [60_000, 'a minute'],
    [3_600_000, 'an hour'],
    [86_400_000, 'a day'],
    [5_000, 'in 5 seconds'],
  ])('is for a period: %d ms is %s', (per, words) => {
    expect(limit({ per })).toBe(`, at most 100 ${words}`)
  })

  it.each([
    ['ip', ''],
    ['key', ''],
    ['payer', ' per wallet'],
    ['client', ' per wallet'],
  ])('is for a subject: %s', (by, words) => {
    expect(limit({ by })).toBe(`, at most 100 an hour${words}`)
  })

  it('is none without its name', () => {
    expect(limitWords(ir, make)).toBe('')
    expect(limit({ name: 'other' })).toBe('')
  })
})

describe('a heading', () => {
  it.each([
    ['web-search', 'Web search'],
    ['big_things', 'Big things'],
    ['pm', 'PM'],
    ['rpc', 'RPC'],
    ['chat', 'Chat'],
  ])('of %s is %s', (name, title) => expect(titleOf(name)).toBe(title))

  it('is the title that the catalog gives', () => {
    expect(titleOf('web-search', { web_search: 'The web' })).toBe('The web')
    expect(titleOf('pm', { web_search: 'The web' })).toBe('PM')
    expect(titleOf('constructor', {})).toBe('Constructor')
  })

  it('has an id of letters, digits and hyphens', () => {
    expect(idOf('Media/Big things, _2')).toBe('media-big-things-2')
  })
})

describe('the rows that a route sells', () => {
  const ids = (route: Partial<RouteIR>, at = 0) =>
    soldRows(ir, { ...make, ...route } as RouteIR, ir.networks[at]!).map(({ id }) => id)
  const proves = (path: string, more: object = {}) => ({
    gates: [{ ...make.gates[0]!, rule: { ...code('true'), proves: [path] }, ...more }],
  })

  it('are those of its table, and of the network', () => {
    expect(ids({})).toEqual(['maker/one', 'maker/two'])
    expect(ids({}, 1)).toEqual(['maker/two'])
    expect(ids({ table: 'none' })).toEqual([])
    expect(ids({ table: undefined })).toEqual([])
  })

  it('have the columns that gates prove of every request', () => {
    expect(ids(proves('model.title'))).toEqual(['maker/one', 'maker/two'])
    expect(ids(proves('model.editor'))).toEqual([])
    expect(ids(proves('model.editor', { when: code('body.n') }))).toEqual([
      'maker/one',
      'maker/two',
    ])
    expect(ids(proves('body.editor'))).toEqual(['maker/one', 'maker/two'])
    expect(ids(proves('model.editor.size'))).toEqual(['maker/one', 'maker/two'])
    expect(ids(proves('a.model.editor'))).toEqual(['maker/one', 'maker/two'])
  })
})

describe('payments by use', () => {
  const [arm] = make.price!.arms
  const actual = { lets: [], code: code('1n') }
  const byUse = { ...make, price: { ...make.price!, arms: [arm!, { ...arm!, actual }] } } as RouteIR
  const upto = network({ scheme: 'upto' })
  const all = 'Payments by the scheme `upto` are charged for actual use and at most the quote.'
  const some =
    'Payments by the scheme `upto` for `POST /pictures` are charged for actual use ' +
    'and at most the quote.'

  it.each<[string, NetworkIR, RouteIR[], string | undefined]>([
    ['of all paid routes', upto, [byUse, list], all],
    ['of some', upto, [byUse, read], some],
    [
      'of several',
      upto,
      [byUse, byUse, read],
      some.replace('`POST /pictures`', '`POST /pictures`, `POST /pictures`'),
    ],
    ['on request', network({ on_request: ['upto'] }), [byUse], all],
    ['of none where no scheme can do it', network({}), [byUse], undefined],
    ['of none that is charged its quote', upto, [make, list], undefined],
  ])('are %s', (_name, at, routes, words) => expect(byUseWords(at, routes)).toBe(words))
})

describe('the schemes of a network', () => {
  const upto = 'sign the most that the call may cost (Permit2), and pay for actual use'

  it('are described unless they are the usual one', () => {
    expect(schemeWords(network({}))).toEqual([])
    expect(schemeWords(network({ scheme: 'upto', on_request: ['exact', 'upto'] }))).toEqual([
      `Callers ${upto}.`,
      'To pay by exact, send the header `X-Payment-Scheme: exact`.',
      `To ${upto}, send the header \`X-Payment-Scheme: upto\`.`,
    ])
  })

  it('are listed for programs if callers may ask for them', () => {
    expect(onRequest(network({}))).toEqual({})
    expect(onRequest(network({ on_request: ['upto', 'exact'] }))).toEqual({
      schemes_on_request: [
        {
          scheme: 'upto',
          header: 'X-Payment-Scheme: upto',
          description: `For callers that ${upto}.`,
        },
        {
          scheme: 'exact',
          header: 'X-Payment-Scheme: exact',
          description: 'For callers that pay by exact.',
        },
      ],
    })
  })
})

describe('a route whose callers sign in', () => {
  const signed = { ...list, serves: 'purchases' } as RouteIR

  it('says so in its requirement and in words', () => {
    expect([needsSignIn(signed), needsSignIn(list)]).toEqual([true, false])
    expect(securityPart(signed, undefined)).toEqual({ security: [{ signIn: [] }] })
    expect(signInWords(signed)).toBe(
      ' The wallet signs in with the header `sign-in-with-x`; the 402 of a call without it ' +
        'says what to sign.',
    )
    expect(signInWords(list)).toBe('')
  })

  it('has a scheme and an answer to a call without it', () => {
    expect(SIGN_IN_SCHEME).toEqual({
      signIn: {
        type: 'apiKey',
        in: 'header',
        name: 'sign-in-with-x',
        description: expect.stringContaining('`signature`'),
      },
    })
    expect(SIGN_IN_ANSWERS).toEqual({ 402: { description: 'Sign in: nothing is to be paid' } })
  })
})

describe('free calls', () => {
  const some = { ...make, free: { lets: [], code: code('true') } } as RouteIR
  const quota = (isSigned: boolean) => price({ freeQuota: { isSigned, words: '2 calls' } })

  it('need no payment', () => {
    expect(securityPart(list, undefined)).toEqual({ security: [] })
    expect(securityPart(make, undefined)).toEqual({})
    expect(securityPart(make, price({}))).toEqual({})
    const open = { security: [{ payment: [] }, {}] }
    expect(securityPart(some, undefined)).toEqual(open)
    expect(securityPart(make, quota(false))).toEqual(open)
    expect(securityPart(make, quota(true))).toEqual({})
  })

  it('are described', () => {
    expect(freeWords(make, price({}))).toBe('')
    expect(freeWords(some, undefined)).toBe(' Some calls are free.')
    expect(freeWords(some, price({ freeRows: ['a', 'b'] }))).toBe(
      ' Free, without any payment: `a`, `b`.',
    )
    expect(freeWords(make, quota(true))).toBe(
      ' How to use what is free: sign as usual, and nothing is charged.',
    )
    expect(freeWords(make, quota(false))).toBe(
      ' How to use what is free: send no payment, and the answer comes without a 402.',
    )
  })

  it('are listed by their rows', () => {
    expect(freePart(price({}))).toEqual({})
    expect(freePart(price({ freeRows: ['a'] }))).toEqual({ 'x-free-models': ['a'] })
  })
})
