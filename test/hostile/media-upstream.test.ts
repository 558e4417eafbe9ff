/**
 * An upstream that has gone bad, or somebody in its place: nothing that it answers costs a buyer
 * money for nothing, or harms the gateway.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import type { Seen, Sent } from '../routes/client.ts'
import { openStudio, type Studio } from '../routes/studio.ts'

const TAPS = ['vendor_a', 'vendor_c', 'vendor_g', 'vendor_h'] as const
type Tap = (typeof TAPS)[number]

const image = `data:image/png;base64,${picture('a', 8, 8).toString('base64')}`
const edit: Sent = {
  path: '/api/v1/images/image2image',
  body: { model: 'vendorA/image-1', prompt: 'a hat', image },
}
const film: Sent = { path: '/api/v1/videos/generations', body: { prompt: 'a boat' } }
const song: Sent = {
  path: '/api/v1/audio/generations',
  body: { prompt: 'a waltz', lyrics: 'la la' },
}
const speech: Sent = { path: '/api/v1/audio/speech', body: { input: 'hello' } }
const sound: Sent = { path: '/api/v1/audio/sound-effects', body: { text: 'rain' } }
/** A call of each upstream. */
const bought: [Tap, Sent][] = [
  ['vendor_a', edit],
  ['vendor_c', film],
  ['vendor_g', song],
  ['vendor_h', speech],
  ['vendor_h', sound],
]

let studio: Studio<Tap>
beforeAll(async () => {
  studio = await openStudio({ taps: TAPS })
})
afterAll(() => studio?.stop())
afterEach(() => {
  for (const tap of TAPS) studio.shop.taps[tap].answer()
})

/** Makes an upstream answer every call so. A text is the body as it is. */
function says(tap: Tap, body: unknown, more: { status?: number; type?: string } = {}): void {
  const { status, type = 'application/json' } = more
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  studio.shop.taps[tap].answer(() => ({
    status,
    headers: { 'content-type': type, location: 'http://127.0.0.1:1/' },
    body: text,
  }))
}

/** A film upstream that accepts with this id and ends with this address. */
function films(request_id: unknown, url: unknown): void {
  studio.shop.taps.vendor_c.answer(({ method }) => ({
    body: JSON.stringify(method === 'POST' ? { request_id } : { status: 'done', video: { url } }),
  }))
}

/** A whole purchase that must move no money, and ends as a refusal or as a failed job. */
async function unpaid(sent: Sent): Promise<Seen> {
  const { seen } = await studio.free(() => studio.buy(sent))
  const end =
    seen.status === 200
      ? [seen.body.status, seen.body.payment_status]
      : [seen.status >= 400, seen.status === 402]
  expect([sent.path, seen.text.slice(0, 300), end]).toEqual([
    sent.path,
    expect.any(String),
    seen.status === 200 ? ['failed', 'not_charged'] : [true, false],
  ])
  return seen
}

describe('an unusable value instead of a result', () => {
  it.each(['!!!!', ' ', '====', '\n'])(
    'EDIT-049 a picture of base64 that holds no byte (%j) is none',
    async b64_json => {
      says('vendor_a', { data: [{ b64_json }] })
      await unpaid(edit)
    },
  )

  it('EDIT-049 pictures of every wrong type are none, nor is a list of fewer than were bought', async () => {
    const pictures: unknown[] = [
      [{}],
      [null],
      'abc',
      [{ b64_json: 5 }],
      [{ b64_json: ['a'] }],
      { length: 1 },
      [],
      [[]],
      [{ b64_json: { toString: 'x' } }],
    ]
    for (const data of pictures) {
      says('vendor_a', { data })
      await unpaid(edit)
    }
    says('vendor_a', { data: [{ b64_json: image.split(',')[1] }] })
    await unpaid({ ...edit, body: { ...(edit.body as object), n: 2 } })
  })

  it.each([
    'https://',
    'http://',
    'https://a b/',
    'https://a.example:99999/',
    'https://[::',
    'data:video/mp4;base64,',
    'data:video/mp4;base64,!!',
    'data:,x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://a.example/x',
    '//a.example/x',
    'x',
    ' ',
  ])('VID-018 a film at %j, which nobody can open, is none', async url => {
    films('ok', url)
    await unpaid(film)
  })

  it('VID-018 addresses of films of every wrong type are none', async () => {
    for (const url of [5, null, true, {}, { a: 1 }, [], ['https://a.example/'], '']) {
      films('ok', url)
      await unpaid(film)
    }
  })

  it.each([
    ['text/plain', 'busy'],
    ['text/xml', '<Error/>'],
    ['application/xml', '<Error/>'],
    ['image/svg+xml', '<svg onload="alert(1)"/>'],
    ['text/html', 'ID3'],
    ['application/json', '"x"'],
    ['application/json; charset=x', '5'],
    ['application/problem+json', '{}'],
    ['audio/mpeg', ''],
  ])('MUS-047 a text of the type %s is no sound', async (type, body) => {
    says('vendor_h', body, { type })
    for (const sent of [speech, sound]) await unpaid(sent)
  })

  it('MUS-047 songs of every wrong type are none', async () => {
    const good = { base_resp: { status_code: 0 } }
    const replies: unknown[] = [
      {},
      null,
      5,
      'x',
      [],
      { base_resp: null },
      { base_resp: { status_code: '0' }, data: { audio: 'https://a.example/' } },
      { data: { audio: 'https://a.example/' } },
      ...[{}, ['a'], 5, 'ffd8', 'https://', 'data:audio/mpeg;base64,'].map(audio => ({
        ...good,
        data: { audio },
      })),
    ]
    for (const reply of replies) {
      says('vendor_g', reply)
      await unpaid(song)
    }
  })
})

it('a picture that is a page too is served as a picture only', async () => {
  const both = Buffer.concat([
    picture('b', 8, 8),
    Buffer.from('<html><script>alert(1)</script></html>'),
  ])
  says('vendor_a', { data: [{ b64_json: both.toString('base64') }] })
  const { seen, header } = await studio.buy(edit)
  const poll = await studio.poll({ poll_url: `/api/v1/images/generations/${seen.body.id}` }, header)
  const { status, headers } = await studio.ask({ path: new URL(poll.body.data[0].url).pathname })
  const sent = ['content-type', 'x-content-type-options', 'content-security-policy'].map(
    name => headers[name],
  )
  expect([status, ...sent]).toEqual([200, 'image/png', 'nosniff', "default-src 'none'; sandbox"])
})

describe('an odd answer', () => {
  it.each([204, 206, 302, 304, 401, 402, 403, 418, 599, 999])(
    'with the status %i is a refusal, and never asks a buyer to pay again',
    async status => {
      for (const [tap, sent] of bought) {
        says(
          tap,
          status === 204 || status === 304 ? '' : { error: { code: ['x'], message: { a: 1 } } },
          { status },
        )
        expect((await unpaid(sent)).challenge).toBeUndefined()
      }
    },
  )

  it.each([
    '../../admin',
    '..',
    '.',
    '%2e%2e',
    '%2E%2e/x',
    '..%2fadmin',
    '..\\admin',
    '#',
    '\ud800/../x',
    'a\r\nX-A: 1',
  ])('the job id %j leads nowhere but below the job path, and only ends that job', async id => {
    studio.shop.taps.vendor_c.seen.length = 0
    films(id, 'https://')
    await unpaid(film)
    const asked = studio.shop.taps.vendor_c.seen
      .filter(({ method }) => method === 'GET')
      .map(({ url }) => url)
    for (const url of asked) expect(new URL(url, 'http://x').pathname).toMatch(/^\/v1\/videos\/./)
    expect(
      studio.shop.taps.vendor_c.seen.every(({ headers }) => headers['x-a'] === undefined),
    ).toBe(true)
  })

  it.each([[5], [true], [null], [[]], [{}], ['']])('VID-108 the job id %j is none', async id => {
    films(id, 'https://a.example/film.mp4')
    expect((await unpaid(film)).status).toBe(502)
  })

  it("the text of a failure is short, even if the upstream's is long", async () => {
    const long = 'x'.repeat(100_000)
    for (const error of [
      { message: long },
      long,
      { message: { a: [long] } },
      [[long]],
      { code: long },
    ]) {
      studio.shop.taps.vendor_c.answer(({ method }) => ({
        body: JSON.stringify(
          method === 'POST' ? { request_id: 'ok' } : { status: 'failed', error },
        ),
      }))
      expect((await unpaid(film)).text.length).toBeLessThan(10_000)
      says('vendor_c', { error }, { status: 400 })
      expect((await unpaid(film)).text.length).toBeLessThan(10_000)
    }
  })
})

describe('too much', () => {
  let endless: Server
  beforeAll(async () => {
    const chunk = Buffer.alloc(2 ** 20, '[')
    endless = createServer((_request, response) => {
      const more = (): void => {
        while (response.write(chunk));
        response.once('drain', more)
      }
      response.on('error', () => undefined).writeHead(200, { 'content-type': 'application/json' })
      more()
    })
    await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    endless.closeAllConnections()
    endless.close()
  })

  it('a body that does not end is cut off, and costs nothing', async () => {
    for (const [tap, sent] of bought.slice(1, 4)) {
      studio.shop.taps[tap].to(`http://127.0.0.1:${(endless.address() as AddressInfo).port}`)
      expect((await unpaid(sent)).body.details).toBe('The upstream gave a reply that is too large')
    }
  })

  it('a body of millions of values, which would hold the process for seconds, is not read', async () => {
    for (const values of [
      '['.repeat(2_100_000) + ']'.repeat(2_100_000),
      `[${'{},'.repeat(1_100_000)}1]`,
      `[${'0,'.repeat(2_100_000)}0]`,
    ]) {
      says('vendor_c', `{"request_id":"ok","more":${values}}`)
      expect((await unpaid(film)).body.details).toBe('The upstream returned no job')
    }
  })

  it('a body nested deeper than any stack is an odd reply', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    for (const status of [200, 400]) {
      says('vendor_c', `{"error":${deep}}`, { status })
      await unpaid(film)
    }
    expect((await studio.ask({ path: '/api/v1/video/models' })).status).toBe(200)
  })
})
