/**
 * A stock nginx in front: `proxy_pass` and nothing else lets every quote, every purchase and every
 * stream through.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'
import { readChallenge } from '../../scripts/buyer/pay.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { payingWith } from '../client/desk.ts'
import { realCatalog } from '../docs/catalog.ts'
import { newBuyer, wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { startNginx, type Nginx } from '../helpers/nginx.ts'
import { suitesWith } from '../helpers/servers.ts'

const { describe } = suitesWith('nginx')

/** As long as public origins are reckoned to be. */
const ORIGIN = `https://${'gateway-'.repeat(6)}.example`
/** The gateway's pause between two questions to an upstream, ms. */
const PAUSE = 5000
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms === PAUSE ? 20 : ms, signal),
}

const { ir } = await realCatalog()

/** An upstream of chats whose streams say one word, and the rest when the gate is opened. */
interface Gated {
  url: string
  open(): void
  stop(): void
}

async function startGated(): Promise<Gated> {
  let open = (): void => undefined
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', chunk => chunks.push(chunk))
      .on('end', async () => {
        const { stream, model } = JSON.parse(Buffer.concat(chunks).toString())
        const about = { id: 'c', created: 1, model }
        const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
        if (stream !== true) {
          const message = { role: 'assistant', content: 'one two' }
          response.writeHead(200, { 'content-type': 'application/json' })
          return response.end(
            JSON.stringify({
              ...about,
              object: 'chat.completion',
              choices: [{ index: 0, message, finish_reason: 'stop' }],
              usage,
            }),
          )
        }
        const say = (delta: object, finish_reason: string | null = null, more = {}): unknown =>
          response.write(
            `data: ${JSON.stringify({
              ...about,
              object: 'chat.completion.chunk',
              choices: [{ index: 0, delta, finish_reason }],
              ...more,
            })}\n\n`,
          )
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        say({ role: 'assistant', content: 'one' })
        await gate
        say({ content: ' two' })
        say({}, 'stop', { usage })
        return response.end('data: [DONE]\n\n')
      })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => open(),
    stop: () => void server.close().closeAllConnections(),
  }
}

/** That every paid route of a network quotes, with all three headers. */
async function expectQuotes(url: string, network: string, headers = {}): Promise<void> {
  const sold = ir.routes.filter(one => one.price !== undefined && one.networks.includes(network))
  for (const route of sold) {
    const values = route.examples.find(({ path }) => path !== undefined)?.path
    const path = route.path
      .replace(/\{(\w+)\}/g, (_, name: string) => values?.[name] ?? `0x${'7'.repeat(64)}`)
      .replace(/\*$/, values?.rest ?? 'games')
    const seen = await fetch(url + path, { method: route.method, headers })
    // Of a route none of whose rows is on sale here, nothing can be quoted.
    if (network === 'testnet' && seen.status === 400) continue
    expect([route.id, seen.status]).toEqual([route.id, 402])
    // A very long address is cut where two offers leave no room; the body has it whole.
    const challenge: any = network === 'nano' ? await seen.json() : readChallenge(seen)
    expect(challenge.resource.url).toBe(ORIGIN + path)
    expect(seen.headers.get('www-authenticate')).toBe(
      `X402 requirements=${seen.headers.get('x-payment-required')}`,
    )
  }
}

describe('behind a stock nginx', () => {
  let pool: Gated
  let shop: TestGateway
  let nginx: Nginx
  let buyer: Buyer
  beforeAll(async () => {
    pool = await startGated()
    shop = await startGateway({
      env: { PUBLIC_URL: ORIGIN, POOL_URL: pool.url },
      assemble: { clock },
    })
    nginx = await startNginx(shop.url)
    buyer = await newBuyer(nginx.url, shop.chain, 50_000_000n)
  })
  afterAll(async () => {
    await nginx?.stop()
    await shop?.stop()
    pool?.stop()
  })

  const chat = (stream: boolean): Wanted => ({
    method: 'POST',
    path: '/api/v1/chat/completions',
    body: {
      model: 'open/coder-32b',
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 10,
      stream,
    },
  })

  it('[PAY-005] every paid route quotes, with all three headers', () =>
    expectQuotes(nginx.url, 'base'))

  it('every paid route quotes to callers that ask for actual use', () =>
    expectQuotes(nginx.url, 'base', { 'x-payment-scheme': 'upto' }))

  it.each<[string, Wanted, (body: any) => unknown]>([
    ['a read, inline', wants.pm, body => expect(body.markets).toHaveLength(2)],
    ['a picture that takes its time', wants.job, body => expect(body.data).toHaveLength(1)],
    [
      'a video, polled',
      { method: 'POST', path: '/api/v1/videos/generations', body: { prompt: 'a paper boat' } },
      body => expect(body.status).toBe('completed'),
    ],
    ['a chat', chat(false), body => expect(body.choices[0].message.content).toBe('one two')],
  ])('%s is bought and paid for, once', async (_, wanted, check) => {
    const before = await shop.earned()
    const { amount } = await buyer.ask(wanted)
    const got = await buyer.buy(wanted)
    expect(got.status).toBe(200)
    check(got.body)
    expect((await shop.earned()) - before).toBe(amount)
  })

  it('a client that pays by the body of a 402 needs one line', async () => {
    const wide = await startNginx(shop.url, [], 'large_client_header_buffers 4 16k;')
    const client = payingWith(buyer.account)
    const send = (path: string, headers = {}): Promise<Response> =>
      fetch(wide.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signed-offers': '1', ...headers },
        body: JSON.stringify(chat(false).body),
      })
    try {
      for (const path of ['/api/v1/chat/completions', '/api/v1/messages']) {
        const challenge: any = await (await send(path)).json()
        expect(Object.keys(challenge.extensions)).toEqual(
          expect.arrayContaining(['bazaar', 'payment-identifier', 'offer-receipt']),
        )
        const payload = await client.createPaymentPayload(challenge)
        const header = Buffer.from(JSON.stringify(payload)).toString('base64')
        expect(header.length).toBeGreaterThan(8192)
        expect((await send(path, { 'payment-signature': header })).status).toBe(200)
      }
    } finally {
      await wide.stop()
    }
  })

  it('what is free is free', async () => {
    expect((await fetch(`${nginx.url}/api/v1/models`)).status).toBe(200)
  })

  it('documents come whole, again, as a head and as a 304', async () => {
    for (const path of ['/', '/llms.txt', '/client.tgz']) {
      const ask = (headers = {}, method = 'GET'): Promise<Response> =>
        fetch(nginx.url + path, { method, headers })
      const [first, again] = [await ask(), await ask()]
      const [text, other] = [await first.text(), await again.text()]
      expect([path, again.status, other === text]).toEqual([path, 200, true])
      const head = await ask({}, 'HEAD')
      const seen = await ask({ 'if-none-match': first.headers.get('etag')! })
      expect([head.status, await head.text(), seen.status, await seen.text()]).toEqual([
        200,
        '',
        304,
        '',
      ])
    }
  })

  it('[CHAT-086] the first words of a stream come before the next ones; it is paid for', async () => {
    const before = await shop.earned()
    const { amount } = await buyer.ask(chat(true))
    const payment = {
      'content-type': 'application/json',
      'payment-signature': await buyer.header(chat(true)),
    }
    const { status, body } = await fetch(nginx.url + chat(true).path, {
      method: 'POST',
      headers: payment,
      body: JSON.stringify(chat(true).body),
    })
    expect(status).toBe(200)
    let text = ''
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.includes('"one"')) pool.open()
    }
    expect(text).toContain('[DONE]')
    expect((await shop.earned()) - before).toBe(amount)
  })

  it('an upload of 20 MiB needs one line of configuration, and no more', async () => {
    const large = await startNginx(shop.url, ['client_max_body_size 32m;'])
    try {
      const image = Buffer.concat([picture('fox', 64, 64), Buffer.alloc(15 * 2 ** 20)]).toString(
        'base64',
      )
      const body = JSON.stringify({ prompt: 'add a hat', image: `data:image/png;base64,${image}` })
      const send = (url: string): Promise<Response> =>
        fetch(`${url}/api/v1/images/image2image`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      expect(body.length).toBeGreaterThan(20 * 2 ** 20)
      expect((await send(large.url)).status).toBe(402)
      expect((await send(nginx.url)).status).toBe(413)
    } finally {
      await large.stop()
    }
  })
})

const others = ir.networks.map(({ name }) => name).filter(name => name !== 'base')

describe.each(others)('behind a stock nginx on %s', network => {
  it('every paid route quotes, with all three headers', async () => {
    const shop = await startGateway({ network, env: { PUBLIC_URL: ORIGIN } })
    try {
      const nginx = await startNginx(shop.url)
      await expectQuotes(nginx.url, network).finally(() => nginx.stop())
    } finally {
      await shop.stop()
    }
  })
})
