/** The code that pages show, and the requests in it. */
import { describe, expect, it } from 'vitest'
import { encodedSegment } from '../../generator/emit/pages/encoded.ts'
import {
  clientProgram,
  curl,
  fetchSample,
  literal,
  WALLET,
} from '../../generator/emit/pages/fetch-sample.ts'
import { requestOf } from '../../generator/emit/pages/requests.ts'
import { samples, type Sold } from '../../generator/emit/pages/samples.ts'
import type { NetworkIR, RouteIR } from '../../generator/ir.ts'
import { fixture } from './fixture.ts'

const ir = fixture()
const [make, read] = ir.routes as [RouteIR, RouteIR]
const post = { method: 'POST', url: '{origin}/a', body: { n: 1, 'a-b': "it's" } }
const get = { method: 'GET', url: '{origin}/b' }

describe('a program that fetches', () => {
  it('sends what a call needs', () => {
    expect(fetchSample(get)).toBe(
      `${WALLET}\n\nconst answer = await pay('{origin}/b')\nconsole.log(await answer.json())`,
    )
    expect(fetchSample(post)).toBe(
      `${WALLET}

const answer = await pay('{origin}/a', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    n: 1,
    'a-b': "it\\'s"
  }),
})
console.log(await answer.json())`,
    )
  })

  it('reads files and streams as such', () => {
    const file = fetchSample(get, 'file')
    expect(file).toMatch(/^import \{ writeFile \} from 'node:fs\/promises'\nimport /)
    const write = "await writeFile('result', Buffer.from(await answer.arrayBuffer()))"
    expect(file.split('\n').at(-1)).toBe(write)
    const stream = fetchSample(get, 'stream')
    expect(stream).toMatch(
      /\nfor await \(const bytes of answer\.body\) process\.stdout\.write\(bytes\)$/,
    )
    expect(stream).not.toContain('writeFile')
  })

  it('pays from the key of the environment', () => {
    expect(WALLET).toMatch(/^const account = privateKeyToAccount\(process\.env\.PRIVATE_KEY\)$/m)
    expect(WALLET).toMatch(/^const client = new x402Client\(\)\.register\('eip155:\*', /m)
  })
})

describe('a program with the typed client', () => {
  const names = { package: 'shop', variable: 'shop', origin: '{origin}' }
  const call = { operation: 'things.make', args: ['{ n: 1 }', '{ m: 2 }'] }
  /** The lines after those that make the client. */
  const own = (more: object) =>
    clientProgram(names, { ...call, ...more })
      .split('\n')
      .slice(7)

  it('makes the client', () => {
    expect(clientProgram(names, call).split('\n').slice(0, 8)).toEqual([
      "import { x402Client } from '@x402/core/client'",
      "import { ExactEvmScheme } from '@x402/evm/exact/client'",
      "import { createClient } from 'shop'",
      "import { privateKeyToAccount } from 'viem/accounts'",
      '',
      'const account = privateKeyToAccount(process.env.PRIVATE_KEY)',
      "const x402 = new x402Client().register('eip155:*', new ExactEvmScheme(account))",
      "const shop = createClient({ baseUrl: '{origin}', x402 })",
    ])
  })

  it.each([
    [
      'buys',
      {},
      [
        'const { data, receipt } = await shop.things.make({ n: 1 }, { m: 2 })',
        'console.log(data, receipt.amount, receipt.transaction)',
      ],
    ],
    [
      'reads a file',
      { reading: 'file' },
      [expect.stringMatching(/^const \{ data/), expect.any(String)],
    ],
    [
      'reads a stream',
      { reading: 'stream' },
      ['for await (const event of shop.things.make({ n: 1 }, { m: 2 })) console.log(event)'],
    ],
    [
      'asks for the price first',
      { isQuoted: true, args: ['{ n: 1 }'] },
      [
        'const request = { n: 1 }',
        'const { price } = await shop.things.make.quote(request)',
        'const { data, receipt } = await shop.things.make(request, { maxPrice: price })',
        'console.log(data, receipt.amount, receipt.transaction)',
      ],
    ],
  ])('%s', (_name, more, lines) => expect(own(more).slice(1)).toEqual(lines))
})

describe('a line of curl', () => {
  it('has the request', () => {
    expect(curl(get)).toBe("curl -i '{origin}/b'")
    expect(curl(post)).toBe(
      "curl -i '{origin}/a' \\\n  -H 'Content-Type: application/json' \\\n" +
        `  -d '{"n":1,"a-b":"it'\\''s"}'`,
    )
    expect(curl({ method: 'POST', url: '/' })).toContain("-d '{}'")
  })
})

describe('a value in JavaScript', () => {
  it.each<[unknown, string]>([
    [{ a_1: 'b', B: [1, null] }, "{\n  a_1: 'b',\n  B: [\n    1,\n    null\n  ]\n}"],
    [{ '1a': true }, "{\n  '1a': true\n}"],
    ['a\nb', '"a\\nb"'],
    ['say "x"', '"say \\"x\\""'],
    ["it's", '"it\\\'s"'],
    [{ a: 'b": c' }, '{\n  a: "b\\": c"\n}'],
    [undefined, '{}'],
  ])('%j is %s', (value, text) => expect(literal(value)).toBe(text))
})

describe('the request of an example', () => {
  const route = (more: object) => ({ ...read, ...more }) as RouteIR

  it('has the holes of its path filled', () => {
    expect(requestOf(read, { path: { name: 'a b,c:d@e/f' } })).toEqual({
      method: 'GET',
      url: '{origin}/read/a%20b,c:d@e%2Ff',
    })
    expect(requestOf(read, {})).toBeUndefined()
    const rest = route({ path: '/files/*' })
    expect(requestOf(rest, { path: { rest: 'a/b c' } })!.url).toBe('{origin}/files/a/b%20c')
    expect(requestOf(rest, {})).toBeUndefined()
    expect(requestOf(route({ path: '/*/files' }), { path: { rest: 'a' } })).toBeUndefined()
    const two = route({ path: '/{a}/{b}' })
    expect(requestOf(two, { path: { a: '1', b: '2' } })!.url).toBe('{origin}/1/2')
    expect(requestOf(two, { path: { a: '1' } })).toBeUndefined()
  })

  it('has its query and its body', () => {
    const path = { name: 'a' }
    expect(requestOf(read, { path, query: { n: '1', m: 'a b' } })!.url).toBe(
      '{origin}/read/a?n=1&m=a+b',
    )
    expect(requestOf(make, { body: { n: 1 } })).toEqual({
      method: 'POST',
      url: '{origin}/pictures',
      body: { n: 1 },
    })
    expect(requestOf(make, {})).toMatchObject({ body: {} })
    expect(requestOf(read, { path, body: { n: 1 } })).not.toHaveProperty('body')
  })

  it('has what people can read', () => {
    expect(encodedSegment('a:b,c@d/e:f,g@h?')).toBe('a:b,c@d%2Fe:f,g@h%3F')
  })
})

describe('the samples of a network', () => {
  const network = (more: object): NetworkIR =>
    ({ ...ir.networks[0]!, ...more }) as unknown as NetworkIR
  const cheap: Sold = { route: make, request: post }
  const talk = (protocol: string, path: string, body: object, aliases: object[] = []): Sold => ({
    route: { ...make, protocol, aliases } as unknown as RouteIR,
    request: { method: 'POST', url: `{origin}${path}`, body },
  })
  const of = (more: object, at = network({})) =>
    samples(at, { cheap, sold: [], name: 'shop', ...more })
  const titles = (more: object, at?: NetworkIR) => of(more, at).map(({ title }) => title)

  it('are with curl, and in JavaScript where wallets sign so', () => {
    expect(titles({})).toEqual(['curl', '@x402/fetch'])
    expect(titles({ client: { code: 'x' } })).toEqual(['curl', '@x402/fetch', 'Typed client'])
    for (const other of [{ kind: 'solana' }, { scheme: 'upto' }])
      expect(titles({ client: { code: 'x' }, mcp: '/mcp' }, network(other))).toEqual([
        'curl',
        'MCP',
      ])
  })

  it('have the code to copy, and the packages that it needs', () => {
    const [first, plain, own] = of({ client: { code: 'x', install: 'y' } })
    expect(first!.code).toBe(
      `# the exact price, free\n${curl(post)}\n\n# the same with the signed payment\n` +
        `${curl(post)} \\\n  -H "PAYMENT-SIGNATURE: $SIGNED"`,
    )
    expect(plain).toEqual({
      title: '@x402/fetch',
      install: 'npm install @x402/fetch @x402/evm viem',
      code: fetchSample(post),
    })
    expect(own).toEqual({ title: 'Typed client', code: 'x', install: 'y' })
  })

  it('call the route of a protocol by its SDK, with the shortest body and address', () => {
    const aliases = [{ path: '/shop/v1/chat/completions' }, { path: '/v1/chat/completions' }]
    const long = talk('openai_chat', '/talk', { a: 1, b: 2 }, aliases)
    const short = talk('openai_chat', '/talk', { a: 1 }, aliases)
    const messages = talk('anthropic_messages', '/v1/messages', { a: 3 })
    const [, , one, two, ...others] = of({ sold: [long, short, messages, cheap] })
    expect(one!.title).toBe("OpenAI's SDK")
    expect(one!.install).toBe('npm install openai @x402/fetch @x402/evm viem')
    expect(one!.code).toContain(
      "new OpenAI({ baseURL: '{origin}/v1', apiKey: 'unused', fetch: pay })\n" +
        'const answer = await openai.chat.completions.create({\n  a: 1\n})\n',
    )
    expect(one!.code).toMatch(/^import OpenAI from 'openai'\nimport /)
    expect(one!.code).toMatch(/\nconsole\.log\(answer\.choices\[0\]\.message\.content\)$/)
    expect(two!.install).toBe('npm install @anthropic-ai/sdk @x402/fetch @x402/evm viem')
    expect(two!.code).toContain(
      "new Anthropic({ baseURL: '{origin}', apiKey: 'unused', fetch: pay })\n" +
        'const answer = await anthropic.messages.create({\n  a: 3\n})\nconsole.log(answer.content)',
    )
    expect(others).toEqual([])
  })

  it('call none at an address that no SDK can call', () => {
    const elsewhere = talk('openai_chat', '/talk', {})
    expect(titles({ sold: [elsewhere] })).toEqual(['curl', '@x402/fetch'])
    const other = talk('anthropic_messages', '/v1/chat/completions', {})
    expect(titles({ sold: [other] })).toEqual(['curl', '@x402/fetch'])
    const there = talk('openai_chat', '/v1/chat/completions', { a: 1 })
    expect(titles({ sold: [elsewhere, there] })).toContain("OpenAI's SDK")
  })

  it('say how MCP clients connect', () => {
    const { code } = of({ mcp: '/mcp' }).at(-1)!
    const [, direct, bridged] = code.split(/^\/\/ .*$/m)
    expect(JSON.parse(direct!)).toEqual({
      mcpServers: { shop: { type: 'http', url: '{origin}/mcp' } },
    })
    expect(JSON.parse(bridged!)).toEqual({
      mcpServers: {
        shop: {
          command: 'npx',
          args: ['farebox', 'mcp', '--url', '{origin}', '--most', '0.50', '--day', '5'],
          env: { BUYER_KEY: '0x…' },
        },
      },
    })
    expect(code).toMatch(/^\/\/ a client that pays by itself\n\{\n {2}"mcpServers"/)
  })
})
