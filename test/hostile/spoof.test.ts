/**
 * Lies about who asks and where: Host headers, callers' addresses, caches that everybody shares,
 * and what refusals and logs let out.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { generationCache } from '../../runtime/lib/cache.ts'
import { readChallenge, sign } from '../../scripts/buyer/pay.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway } from '../helpers/gateway.ts'
import { FREE, knock, requestText, talk } from './strangers.ts'
import { buyer, shop, useShop } from './spoof-desk.ts'

useShop()

const EVIL = 'evil.example'

const MARKETS = '/api/v1/pm/venue-a/markets'

const decode = (header: string): any => JSON.parse(Buffer.from(header, 'base64').toString())

describe('a Host that is not ours', () => {
  it('names itself in its own challenge only: the next caller hears its own', async () => {
    for (const path of [
      MARKETS,
      '/api/v1/pm/venue-b/markets',
      '/api/v1/rpc/ethereum',
      wants.image.path,
    ]) {
      const evil = await knock(shop.url, `GET ${path}`, [`Host: ${EVIL}`])
      expect(decode(evil.headers['payment-required']!).resource.url).toBe(`http://${EVIL}${path}`)
      const honestly = await knock(shop.url, `GET ${path}`, ['Host: shop.example'])
      expect(decode(honestly.headers['payment-required']!).resource.url).toBe(
        `http://shop.example${path}`,
      )
      expect(JSON.stringify(honestly)).not.toContain(EVIL)
    }
  })

  it("stays out of everybody else's documents", async () => {
    for (const path of FREE) {
      await knock(shop.url, `GET ${path}`, [`Host: ${EVIL}`])
      expect(
        JSON.stringify(await knock(shop.url, `GET ${path}`, ['Host: shop.example'])),
      ).not.toContain(EVIL)
    }
  })

  it.each([
    '',
    ' ',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    'a\\b',
    '"><script>',
    'a:b',
    'a:1:2',
    '[::1',
    '{origin}',
    '$&',
    '%00',
    '\u00e9',
    `${'a'.repeat(300)}.example`,
    '..',
    '-a-',
    'a:999999',
  ])('that is %j is never repeated', async host => {
    const text = await talk(shop.url, [requestText(`GET ${MARKETS}`, [`Host: ${host}`])], 2000)
    const value = /\r\npayment-required: (\S+)/i.exec(text)?.[1]
    if (value === undefined) expect(text).toMatch(/^(HTTP\/1\.1 400 |$)/)
    else
      expect(decode(value).resource.url).toBe(
        `http://localhost:${new URL(shop.url).port}${MARKETS}`,
      )
  })

  it('of a buyer never shows in what another buyer gets', async () => {
    const header = await buyer.header(wants.rpc)
    const body = JSON.stringify({ ...wants.rpc.body, method: 'eth_chainId', params: [] })
    const length = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    expect(
      (
        await knock(
          shop.url,
          'POST /api/v1/rpc/base',
          [`Host: ${EVIL}`, `PAYMENT-SIGNATURE: ${header}`, ...length],
          body,
        )
      ).status,
    ).toBe(200)
    const next = await buyer.buy({
      ...wants.rpc,
      path: '/api/v1/rpc/base',
      body: { ...wants.rpc.body, method: 'eth_chainId', params: [] },
    })
    expect([
      next.status,
      next.headers.get('x-cache'),
      JSON.stringify(next.body).includes(EVIL),
    ]).toEqual([200, 'HIT', false])
  })

  it('where the public address is set, nothing that a caller says changes it', async () => {
    const other = await startGateway({ env: { PUBLIC_URL: 'https://api.shop.example' } })
    for (const headers of [
      [`Host: ${EVIL}`],
      ['Host: x', `X-Forwarded-Host: ${EVIL}`, 'X-Forwarded-Proto: http'],
      ['Host: x', `Forwarded: host=${EVIL};proto=http`, `X-Original-Host: ${EVIL}`],
    ]) {
      const seen = await knock(other.url, `GET ${MARKETS}`, headers)
      expect(decode(seen.headers['payment-required']!).resource.url).toBe(
        `https://api.shop.example${MARKETS}`,
      )
      expect(JSON.stringify(await knock(other.url, 'GET /openapi.json', headers))).not.toContain(
        EVIL,
      )
    }
    await other.stop()
  })

  it('caches keyed by it stay small, and a long address is not kept at all', () => {
    const cache = generationCache<number>(100)
    for (let i = 0; i < 100_000; i++) cache.set(`host-${i}`, i)
    const kept = Array.from({ length: 100_000 }, (_, i) => cache.get(`host-${i}`)).filter(
      value => value !== undefined,
    )
    expect(kept.length).toBeLessThanOrEqual(100)
    cache.set('x'.repeat(5000), 1)
    expect(cache.get('x'.repeat(5000))).toBeUndefined()
  })
})

describe('the cache of hot reads', () => {
  /** A node that reads JSON like many do: names in any case, the first or the last of two. */
  const lenientNode = async () => {
    const server = createServer((request, response) => {
      let text = ''
      request
        .on('data', part => {
          text += part
        })
        .on('end', () => {
          const method = /"method"\s*:\s*"(\w+)"/.exec(text)?.[1]
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `the answer to ${method}` }))
        })
    })
    await new Promise<void>(go => server.listen(0, '127.0.0.1', go))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const open = await shop.world.open({
      NODES_URL: `${url}/{model.host}`,
      NODES_KEY: 'x',
      DATA_DIR: `${shop.world.env.DATA_DIR}-first`,
      LOG_LEVEL: 'silent',
    })
    return {
      url: open.url,
      stop: async () => {
        await open.close()
        server.closeAllConnections()
        server.close()
      },
    }
  }
  const pay = async (url: string, body: string): Promise<any> => {
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${url}/api/v1/rpc/ethereum`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    const header = await sign(buyer.account, readChallenge(await ask()))
    return (await ask({ 'payment-signature': header })).json()
  }

  it('takes no name in a case of its own, which a node might read instead', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","METHOD":"eth_getCode"}'
    const answer = await fetch(`${shop.url}/api/v1/rpc/ethereum`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('METHOD')])
  })

  it('cannot be poisoned through a node that reads the first of two names', async () => {
    const node = await lenientNode()
    try {
      await pay(node.url, '{"jsonrpc":"2.0","id":1,"method":"eth_getCode","method":"eth_gasPrice"}')
      expect((await pay(node.url, '{"jsonrpc":"2.0","id":7,"method":"eth_gasPrice"}')).result).toBe(
        'the answer to eth_gasPrice',
      )
    } finally {
      await node.stop()
    }
  })

  it('RPC-003 an answer of the node is not had for free by making it an error', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const error = { code: 3, message: 'execution reverted', data: '0x5ec3e7' }
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: 7, error }))
      })
    })
    await new Promise<void>(go => server.listen(0, '127.0.0.1', go))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{model.host}`
    const node = await shop.world.open({
      NODES_URL: address,
      NODES_KEY: 'x',
      DATA_DIR: `${shop.world.env.DATA_DIR}-errors`,
      LOG_LEVEL: 'silent',
    })
    try {
      const before = await shop.earned()
      const answer = await pay(
        node.url,
        '{"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"data":"0x00"},"latest"]}',
      )
      expect([JSON.stringify(answer).includes('0x5ec3e7'), (await shop.earned()) - before]).toEqual(
        [true, 4000n],
      )
    } finally {
      await node.close()
      server.closeAllConnections()
      server.close()
    }
  })

  it('is one per network, method and parameters, and never holds an error', async () => {
    const ask = async (network: string, body: object) =>
      (await buyer.buy({ method: 'POST', path: `/api/v1/rpc/${network}`, body })).headers.get(
        'x-cache',
      )
    const base = { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' }
    expect(await ask('polygon', base)).toBe('MISS')
    expect(await ask('bsc', base)).toBe('MISS')
    expect(await ask('polygon', { ...base, params: [] })).toBe('MISS')
    expect(await ask('polygon', { ...base, params: ['"],["bsc"'] })).toBe('MISS')
    expect(await ask('MATIC', base)).toBe('HIT')
    expect(await ask('bitcoin', { ...base, method: 'eth_chainId' })).toBe('MISS')
    expect(await ask('bitcoin', { ...base, method: 'eth_chainId' })).toBe('MISS')
  })
})

describe('limits', () => {
  const asks = async (url: string, headers: (i: number) => string[]): Promise<number[]> => {
    const all: number[] = []
    for (let i = 0; i < 62; i++) all.push((await knock(url, 'GET /api/health', headers(i))).status)
    return all.slice(60)
  }

  it("LIM-008 LIM-015 are not evaded by any header of the caller's own", async () => {
    const closed = await startGateway({ env: { TRUSTED_PROXIES: 'none' } })
    const names = [
      'X-Forwarded-For',
      'CF-Connecting-IP',
      'True-Client-IP',
      'X-Real-IP',
      'Forwarded',
      'X-Client-IP',
      'Via',
    ]
    expect(await asks(closed.url, i => names.map(name => `${name}: 10.0.0.${i}`))).toEqual([
      429, 429,
    ])
    await closed.stop()
  })

  it('LIM-015 are not evaded by an address that is none, or by the same one written otherwise', async () => {
    expect(
      await asks(shop.url, i => [
        `CF-Connecting-IP: ${['nonsense', '1.2.3', '', '127.0.0.1, 10.0.0.1', '::ffff:127.0.0.1', '127.0.0.1'][i % 6]}`,
      ]),
    ).toEqual([429, 429])
  })

  it('LIM-015 are kept behind a local proxy that passes headers on, without any setting', async () => {
    const plain = await startGateway({ env: { CLIENT_IP_HEADER: '' } })
    expect(await asks(plain.url, i => [`CF-Connecting-IP: 10.9.9.${i}`])).toEqual([429, 429])
    await plain.stop()
  })

  it('[V18] are not evaded by the networks of one /48: together they may ask 16 times as often', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 960; i++) {
      const reply = await fetch(`${shop.url}/api/health`, {
        headers: { 'cf-connecting-ip': `2a00:1450:5002:${(i % 110).toString(16)}::${i + 1}` },
      })
      statuses.push(reply.status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const next = await knock(shop.url, 'GET /api/health', [
      'CF-Connecting-IP: 2a00:1450:5002:ffff::1',
    ])
    const other = await knock(shop.url, 'GET /api/health', [
      'CF-Connecting-IP: 2a00:1450:5003:ffff::1',
    ])
    expect([next.status, other.status]).toEqual([429, 200])
  })

  it('LIM-015 count the addresses of one IPv6 network together', async () => {
    expect(await asks(shop.url, i => [`CF-Connecting-IP: 2a00:1450:4001:81b::${i + 1}`])).toEqual([
      429, 429,
    ])
  })
})
