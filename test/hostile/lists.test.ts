/**
 * Long lists and odd texts, for everything that people and their tools are sold: no upstream hears
 * of what is refused, and no refusal is long.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { bought, call } from '../routes/client.ts'

/** More than any list may have, and fewer values than any body may have. */
const COUNT = 40_000
const LONG = 8_192
/** The upstreams whose requests are looked at. */
const SEEN = ['boxes', 'caller', 'exa', 'faces', 'lookups', 'predex', 'social'] as const

let world: World
let url: string
let buyer: Buyer
beforeAll(async () => {
  world = await startWorld()
  url = (await world.open({ LOG_LEVEL: 'silent' })).url
  buyer = await newBuyer(url, world.chain, 100_000_000n)
  const number = { path: '/api/v1/phone/numbers/buy', body: {} }
  expect((await bought(url, buyer.account, number)).status).toBe(200)
})
afterAll(() => world?.stop())
beforeEach(() => SEEN.forEach(name => world.upstreams.reset(name)))

const many = (one: unknown): unknown[] => Array<unknown>(COUNT).fill(one)
const BOX = { sandbox_id: 'sb-1' }
const CALL = { to: '+14155552671', task: 'Ask when they open' }

/** A path, a body, and the field at fault. */
const REFUSED: [string, object, string][] = [
  ['/sandbox/exec', { ...BOX, command: many('x') }, 'command'],
  ['/sandbox/exec', { ...BOX, command: many(7) }, 'command'],
  ['/sandbox/exec', { ...BOX, command: many('') }, 'command'],
  ['/sandbox/create', { setup_commands: many('x') }, 'setup_commands'],
  ['/sandbox/create', { gpu: many('T4') }, 'gpu'],
  ['/sandbox/status', { sandbox_id: many('sb-1') }, 'sandbox_id'],
  ['/websearch/contents', { urls: many('x') }, 'urls'],
  ['/websearch/contents', { urls: many(7) }, 'urls'],
  ['/websearch/search', { query: 'x', includeDomains: many(7) }, 'includeDomains'],
  ['/pm/venue-a/wallet/identities', { addresses: many('x') }, 'addresses'],
  ['/pm/venue-a/wallet/identities', { addresses: many(7) }, 'addresses'],
  ['/social/users/lookup', { usernames: many(7) }, 'usernames'],
  ['/social/users/followers', { username: many('x') }, 'username'],
  ['/phone/lookup', { phoneNumber: many('+14155552671') }, 'phoneNumber'],
  ['/phone/numbers/renew', { phoneNumber: many('+14155552671') }, 'phoneNumber'],
  ['/voice/call', { ...CALL, task: many('x') }, 'task'],
  ['/voice/call', { ...CALL, from: many('x') }, 'from'],
  ['/realface/init', { name: many('Ada') }, 'name'],
  ['/portrait/enroll', { name: 'Ada', image_url: many('https://a.example') }, 'image_url'],
]

it.each(REFUSED)('%s with a list of 40,000 is refused in few words', async (path, body, field) => {
  const seen = await call(url, { path: `/api/v1${path}`, body })
  expect([seen.status, seen.challenge]).toEqual([400, undefined])
  expect(seen.text).toContain(field)
  expect(seen.text.length).toBeLessThan(LONG)
  expect(SEEN.flatMap(name => world.upstreams.calls(name))).toEqual([])
})

it('100,000 elements are too many everywhere', async () => {
  const list = Array<number>(100_000).fill(7)
  for (const path of new Set(REFUSED.map(([one]) => one))) {
    const seen = await call(url, { path: `/api/v1${path}`, body: { list } })
    expect([path, seen.status, seen.challenge]).toEqual([path, 400, undefined])
    expect(seen.body.details).toBe('The body holds more than 100000 values.')
  }
})

it('an object with 9,000 unknown fields is refused in few words', async () => {
  const odd = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`x${i}`, 1]))
  for (const path of ['/sandbox/create', '/voice/call', '/phone/lookup', '/phone/numbers/list']) {
    const seen = await call(url, { path: `/api/v1${path}`, body: { ...CALL, ...odd } })
    expect([path, seen.status]).toEqual([path, 400])
    expect(seen.text.length).toBeLessThan(LONG)
  }
})

/**
 * Texts that a careless mapping changes: marks, pairs, directions, what looks like something else.
 */
const ODD = [
  'Zoë 😀',
  'e\u0301 \u202egnp.exe',
  '${name} {name} =body.name',
  `"'\\</script>`,
  '名前',
]

describe.each(ODD)('%j', text => {
  const heard = (name: string): any[] =>
    world.upstreams
      .calls(name)
      .filter(({ method }) => method === 'POST')
      .map(one => JSON.parse(one.body))

  it('reaches each upstream as it was written', async () => {
    const task = `Please say: ${text}`
    const image_url = 'https://pictures.example/a.png'
    const sold: [string, object][] = [
      ['/portrait/enroll', { name: text, image_url }],
      ['/sandbox/exec', { sandbox_id: 'sb-example', command: ['echo', text] }],
      ['/voice/call', { ...CALL, task }],
      ['/websearch/search', { query: text, startPublishedDate: '9999-12-31T23:59:59.999Z' }],
    ]
    for (const [path, body] of sold) {
      const seen = await bought(url, buyer.account, { path: `/api/v1${path}`, body })
      expect([path, seen.status, seen.text]).toEqual([path, 200, seen.text])
    }
    expect(heard('faces')).toMatchObject([{ name: text }])
    expect(heard('boxes')).toMatchObject([{ command: ['echo', text] }])
    expect(heard('exa')).toMatchObject([{ query: text }])
    expect(heard('caller')).toMatchObject([{ task }])
  })
})
