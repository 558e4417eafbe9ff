/**
 * Bodies of strangers: each is refused in the words of its route, at once, without an upstream, a
 * claim or a charge.
 */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { wants, type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { post, QUICK, serves, shapes, traces, type Bytes } from './strangers.ts'

let shop: TestGateway
let buyer: Buyer
let before: Awaited<ReturnType<typeof traces>>
/** A payment that is good for the request as it should be. */
const paid: Record<string, string> = {}

const POSTS = ['a job', 'a JSON-RPC call', 'a paid POST passed through'] as const

beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
  for (const name of POSTS) paid[name] = await buyer.header(shapes[name])
  before = await traces(shop)
})
afterAll(async () => {
  // Nothing in this file may have cost anybody anything.
  if (shop) expect(await traces(shop)).toEqual(before)
  await shop?.stop()
})

/** Sends a body unpaid and with a good payment; both must be refused alike, quickly. */
async function refused(
  name: (typeof POSTS)[number],
  body: Bytes,
  headers: Record<string, string> = {},
): Promise<any> {
  const started = effort()
  const seen = []
  for (const pay of [{}, { 'payment-signature': paid[name]! }] as Record<string, string>[]) {
    const { status, body: said } = await post(shop.url + shapes[name].path, body, {
      ...headers,
      ...pay,
    })
    expect(status).toBe(400)
    expect(said).toMatchObject({ error: expect.any(String) })
    seen.push(said)
  }
  expect(seen[0]).toEqual(seen[1])
  expect(effort() - started).toBeLessThan(2 * QUICK)
  return seen[0]
}

const good = (name: (typeof POSTS)[number]): string => JSON.stringify(shapes[name].body)

describe.each(POSTS)('the body of %s', name => {
  it.each([
    ['text', 'hello'],
    ['half an object', '{"a":'],
    ['two values', '{}{}'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '/* */{}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['a leading zero', '{"a":01}'],
    ['hexadecimal', '{"a":0x10}'],
    ['only a space', ' '],
    ['a byte order mark', '\ufeff{}'],
    ['a null byte', '{}\0'],
    ['a raw line break in a text', '{"a":"\n"}'],
    ['a form', 'model=x&prompt=y'],
    ['a number of a megabyte', `${'9'.repeat(1_000_000)}`],
    ['XML', '<?xml version="1.0"?><a/>'],
  ])('IMG-002 IMG-003 that is %s is Invalid JSON or an invalid body', async (_, body) => {
    const { error } = await refused(name, body)
    expect(['Invalid JSON', 'Invalid request body']).toContain(error)
  })

  it.each([
    ['a lone byte', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xe2, 0x82]],
    ['UTF-16', [...Buffer.from('{"a":1}', 'utf16le')]],
  ])('with malformed UTF-8 (%s) is refused and not repaired', async (_, bytes) => {
    const text = Buffer.concat([
      Buffer.from('{"model":"vendorA/image-1","method":"eth_chainId","prompt":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ])
    expect((await refused(name, text)).error).toBe('Invalid JSON')
  })

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('nested 100,000 levels deep in %s is refused', async (_, left, right) => {
    const inner = left.repeat(100_000) + (left === '[' ? '' : '1') + right.repeat(100_000)
    await refused(name, inner)
    await refused(
      name,
      `{"model":"vendorA/image-1","prompt":"x","method":"eth_chainId","addresses":["x"],"params":${inner}}`,
    )
    await refused(name, `{"a":${left.repeat(100_000)}`)
  })

  it.each([
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '7'],
    ['a text', '"x"'],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['a list of nothing', '[null]'],
    ['a list of lists', '[[[]]]'],
  ])('that is %s is refused', async (_, body) => {
    await refused(name, body)
  })

  it('with only members of every object is refused: nothing is inherited', async () => {
    await refused(
      name,
      '{"__proto__":{"model":"vendorA/image-1","prompt":"x","method":"eth_chainId","addresses":["x"]}}',
    )
    await refused(
      name,
      '{"constructor":{"prototype":{"model":"vendorA/image-1"}},"toString":1,"hasOwnProperty":1}',
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('compressed, whatever is inside, is refused', async () => {
    const bombs = [gzipSync(good(name)), gzipSync(Buffer.alloc(50_000_000, '{'))]
    for (const bomb of bombs)
      expect((await refused(name, bomb, { 'content-encoding': 'gzip' })).details[0].code).toBe(
        'content_encoding',
      )
    for (const encoding of ['br', 'x-gzip', 'identity, gzip', 'GZIP', '\u00e9'])
      await refused(name, good(name), { 'content-encoding': encoding })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json-patch',
    'json',
    ';;',
    'a/b/c',
    'application/jsonx',
    'text/json;charset=utf-16',
    'application/json\u00e9',
  ])('declared as %s is refused', async type => {
    await refused(name, good(name), { 'content-type': type })
  })

  it('LIM-019 of 40 MB is refused as too large, whether it declares its length or not', async () => {
    const large = Buffer.alloc(40_000_000, 0x20)
    expect((await post(shop.url + shapes[name].path, large)).body).toMatchObject({
      code: 'REQUEST_TOO_LARGE',
    })
    const chunks = new ReadableStream({
      start(c) {
        for (let i = 0; i < 40; i++) c.enqueue(Buffer.alloc(1_000_000, 0x20))
        c.close()
      },
    })
    const chunked = await post(shop.url + shapes[name].path, chunks).catch(() => undefined)
    if (chunked !== undefined)
      expect([chunked.status, chunked.body.code]).toEqual([400, 'REQUEST_TOO_LARGE'])
    await serves(shop.url)
  })
})

describe('members of an image request', () => {
  const job = (changes: object): string => JSON.stringify({ ...wants.image.body, ...changes })
  const values: [string, unknown][] = [
    ['null', null],
    ['true', true],
    ['a number', 5],
    ['minus one', -1],
    ['a fraction', 1.5],
    ['a list', ['1024x1024']],
    ['an object', { a: 1 }],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['toString', 'toString'],
    ['hasOwnProperty', 'hasOwnProperty'],
    ['valueOf', 'valueOf'],
    ['length', 'length'],
    ['nothing', ''],
    ['a line break', 'a\r\nSet-Cookie: x=1'],
    ['a null byte', 'vendorA/image-1\0'],
    ['a look-alike', 'vend\u043erA/image-1'],
    ['spaces around', ' vendorA/image-1 '],
    ['a path', '../vendorA/image-1'],
    ['half a pair', '\ud800'],
    ['text that turns around', '\u202evendorA/image-1'],
    ['a template', '{{model}} ${model} %s {body.model}'],
    ['markup', '<script>alert(1)</script>'],
  ]
  it.each(values)('IMG-006 IMG-009 a model or size that is %s is refused', async (_, value) => {
    await refused('a job', job({ model: value }))
    await refused('a job', job({ size: value }))
  })

  it.each([
    0,
    -1,
    11,
    1.5,
    1e21,
    -1e21,
    2 ** 53,
    1e-7,
    '2',
    '0x2',
    [2],
    { valueOf: 2 },
    true,
    null,
  ])('IMG-011 n = %j is refused', async n => {
    await refused('a job', job({ n }))
  })

  it.each(['1e400', '-1e400', '1e-400', '9'.repeat(400), '-0', '0.99999999999999999999e-5'])(
    'IMG-011 n = %s, written out, is refused',
    async n => {
      await refused('a job', `{"model":"vendorA/image-1","prompt":"x","n":${n}}`)
    },
  )

  it('IMG-007 a prompt that is no text or empty is refused', async () => {
    for (const prompt of ['', null, 7, [], {}, ['x']]) await refused('a job', job({ prompt }))
  })

  it('a name sent twice counts once, and the quote is the one of what would be made', async () => {
    const { status, body } = await post(
      `${shop.url}${wants.image.path}`,
      '{"model":"vendorA/image-1","prompt":"x","n":1,"n":10}',
    )
    expect([status, body.price.totalImages, body.accepts[0].amount]).toEqual([402, 10, '211000'])
  })
})

describe('members of a JSON-RPC call', () => {
  it.each([
    ['no method', {}],
    ['a method that is no text', { method: 1 }],
    ['an empty method', { method: '' }],
    ['a huge method', { method: 'x'.repeat(201) }],
    ['a list as method', { method: ['eth_chainId'] }],
    ['an inherited method', { constructor: 'eth_chainId' }],
  ])('%s is refused, alone and in a batch', async (_, body) => {
    await refused('a JSON-RPC call', JSON.stringify(body))
    await refused('a JSON-RPC call', JSON.stringify([wants.rpc.body, body]))
  })

  it('a batch of 101, and one of 100,000 numbers, is refused', async () => {
    await refused(
      'a JSON-RPC call',
      JSON.stringify(Array.from({ length: 101 }, () => wants.rpc.body)),
    )
    await refused('a JSON-RPC call', JSON.stringify(Array.from({ length: 100_000 }, (_, i) => i)))
  })

  it('lists inside a batch do not hide calls from the price', async () => {
    await refused('a JSON-RPC call', JSON.stringify([[wants.rpc.body, wants.rpc.body]]))
    await refused(
      'a JSON-RPC call',
      JSON.stringify({ 0: wants.rpc.body, 1: wants.rpc.body, length: 2 }),
    )
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'nowhere',
    '%20',
    'ethereum%20',
    'ethereum%00',
    'ether%C0%AFeum',
    '%e1%b4%87thereum',
    '{network}',
    ':network',
    '*',
    'x'.repeat(1000),
  ])('RPC-009 the network %s is refused or not found', async network => {
    const { status, body } = await post(
      `${shop.url}/api/v1/rpc/${network}`,
      JSON.stringify(wants.rpc.body),
      {
        'payment-signature': paid['a JSON-RPC call']!,
      },
    )
    expect([400, 404]).toContain(status)
    expect(body.error).toEqual(expect.any(String))
  })
})

it('what a refusal repeats of a request is short', async () => {
  const { body } = await post(
    shop.url + wants.rpc.path.replace('ethereum', 'x'.repeat(1000)),
    JSON.stringify(wants.rpc.body),
  )
  expect(JSON.stringify(body).length).toBeLessThan(4000)
})

it('a refusal does not send megabytes of the request back', async () => {
  const { status, body } = await post(
    shop.url + wants.image.path,
    JSON.stringify({ model: 'x'.repeat(4_000_000), prompt: 'x' }),
  )
  expect(status).toBe(400)
  expect(JSON.stringify(body).length).toBeLessThan(10_000)
})

it('the gateway still serves', () => serves(shop.url))
