/** What the gateway lets out: neither keys nor signatures nor earnings, by any way. */
import { describe, expect, it } from 'vitest'
import { newBuyer, wants } from '../helpers/buyer.ts'
import { honest, rpcError } from '../payments/node-proxy.ts'
import { FREE, knock, open, until } from './strangers.ts'
import { buyer, log, proxy, shop, useShop } from './spoof-desk.ts'

useShop()

/** A key as node providers put them into their addresses. */
const NODE_KEY = 'n0de-pr0vider-k3y-0123456789abcdef'

describe('what is let out', () => {
  const secrets = (): string[] => [
    shop.chain.keys[0]!.slice(2),
    shop.chain.url,
    ...Object.values(shop.upstreams.env).filter(value => value !== ''),
    shop.world.env.DATA_DIR!,
    'node_modules',
    process.cwd(),
  ]
  const clean = (text: string, allowed: readonly string[] = []): void => {
    for (const secret of secrets())
      if (!allowed.includes(secret))
        expect(text.includes(secret), `${secret} in ${text.slice(0, 500)}`).toBe(false)
    expect(text).not.toMatch(/\bat .*\.(ts|js|mjs):\d+/)
  }

  it.each(['fail', 'rate_limit', 'refuse', 'empty', 'garbage', 'reset'] as const)(
    'by an upstream that answers with %s: no key, no host, no path, no stack',
    async mode => {
      for (const [upstream, wanted] of [
        ['vendor_a', wants.image],
        ['predex', wants.pm],
        ['nodes', wants.rpc],
      ] as const) {
        shop.upstreams.set(upstream, mode)
        const { status, body, headers } = await buyer.send(wanted, await buyer.header(wanted))
        expect(status).toBeGreaterThanOrEqual(400)
        clean(JSON.stringify(body) + JSON.stringify([...headers]))
      }
    },
  )

  it('by views, documents and figures: none of it either', async () => {
    for (const path of FREE) clean(await (await fetch(shop.url + path)).text(), [process.cwd()])
  })

  it('by the log: no key and no signature, after all that', async () => {
    const header = await buyer.header(wants.pm)
    await buyer.send(wants.pm, header)
    await until(() => log.length > 50)
    const text = log.join('')
    for (const secret of [
      shop.chain.keys[0]!.slice(2),
      open(header).payload.signature,
      header,
      shop.upstreams.env.PREDEX_KEY!,
    ])
      expect(text.includes(secret)).toBe(false)
  })

  it('nothing can be written into the log: one line an event, whatever the caller sends', async () => {
    const before = log.length
    const lie = '{"level":30,"msg":"settlement","state":"landed"}'
    await knock(shop.url, `GET /nothing?${encodeURIComponent(`\n${lie}`)}`, [
      `User-Agent: \t${lie}`,
      `X-Payment: ${lie}`,
    ])
    await fetch(`${shop.url}/api/v1/rpc/${encodeURIComponent(lie)}`, {
      method: 'POST',
      body: JSON.stringify({ method: `x\n${lie}` }),
      headers: { 'content-type': 'application/json' },
    })
    await fetch(shop.url + wants.image.path, {
      method: 'POST',
      body: JSON.stringify({ model: `\n${lie}\u001b[2J`, prompt: 'x' }),
      headers: { 'content-type': 'application/json' },
    })
    const lines = log.slice(before)
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line.match(/\n/g)).toHaveLength(1)
      expect(JSON.parse(line)).toMatchObject({ msg: 'request', status: expect.any(Number) })
      expect(line).not.toContain('landed')
    }
  })

  it('figures have no labels of callers', async () => {
    for (let i = 0; i < 20; i++)
      await fetch(`${shop.url}/made-up-${i}?x=${i}`, { method: i % 2 ? 'GET' : 'DELETE' })
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    expect(text).not.toContain('made-up')
    expect(
      text.split('\n').filter(line => line.includes('route="none"') && line.includes('_count'))
        .length,
    ).toBeLessThan(5)
  })

  // Providers name the key or its address in such messages: callers hear a fixed sentence and the
  // error's code.
  it('by the node: what its provider says of our key is not shown to callers', async () => {
    const other = await shop.world.open({
      RPC_URL: `${proxy.url}/v3/${NODE_KEY}`,
      DATA_DIR: `${shop.world.env.DATA_DIR}-node`,
      LOG_LEVEL: 'silent',
    })
    try {
      const client = await newBuyer(other.url, shop.chain)
      const header = await client.header(wants.pm)
      proxy.lever = async () =>
        rpcError(
          `daily request count exceeded for key ${NODE_KEY}, see ${proxy.url}/v3/${NODE_KEY}`,
          -32005,
        )
      const { body } = await client.send(wants.pm, header)
      const health = await (await fetch(`${other.url}/api/v1/health/chain`)).text()
      expect([
        body.code,
        JSON.stringify(body).includes(NODE_KEY),
        health.includes(NODE_KEY),
      ]).toEqual(['PAYMENT_VERIFICATION_UNAVAILABLE', false, false])
    } finally {
      proxy.lever = honest
      await other.close()
    }
  })

  it('by the figures: what the gateway earns is not shown to a caller from outside', async () => {
    const { status } = await knock(shop.url, 'GET /metrics', ['CF-Connecting-IP: 8.8.4.4'])
    expect(status).toBe(404)
  })

  // A proxy next to the gateway makes every caller look like a neighbour, unless it says whom it
  // speaks for.
  it.each([
    'X-Forwarded-For: 10.0.0.1',
    'X-Forwarded-For: 8.8.4.4',
    'Forwarded: for=10.0.0.1',
    'Via: 1.1 edge',
    'X-Real-IP: 127.0.0.1',
    'CF-Connecting-IP: nonsense',
    'CF-Connecting-IP: 10.0.0.1, 8.8.4.4',
  ])('by the figures: nor to one whom a proxy brought and nobody named (%s)', async header => {
    expect((await knock(shop.url, 'GET /metrics', [header])).status).toBe(404)
  })

  it('by the figures: nor through a proxy that is not trusted, whatever it says', async () => {
    const other = await shop.world.open({
      TRUSTED_PROXIES: 'none',
      DATA_DIR: `${shop.world.env.DATA_DIR}-untrusted`,
      LOG_LEVEL: 'silent',
    })
    try {
      expect((await knock(other.url, 'GET /metrics', ['CF-Connecting-IP: 10.0.0.1'])).status).toBe(
        404,
      )
      expect((await knock(other.url, 'GET /metrics')).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  it('by the figures: a neighbour may ask, also through a trusted proxy that names it', async () => {
    expect((await knock(shop.url, 'GET /metrics')).status).toBe(200)
    expect(
      (
        await knock(shop.url, 'GET /metrics', [
          'CF-Connecting-IP: 10.0.0.1',
          'X-Forwarded-For: 10.0.0.1',
        ])
      ).status,
    ).toBe(200)
  })
})
