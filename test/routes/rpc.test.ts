/**
 * JSON-RPC on many chains through one path: which node is called, what it hears, and that its reply
 * is passed on as it is.
 */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed } from './client.ts'
import { buy, buyer, cold, paid, path, shop, useShop } from './rpc-desk.ts'

useShop()

/**
 * The chains of the specification: id, slug, the provider's host, aliases, and a call of their own.
 */
const evm = { method: 'eth_getBlockByNumber', params: ['latest', false] }

const printed: [string, string, string, string[], object][] = [
  ['RPC-013', 'ethereum', 'ethereum-mainnet', ['eth'], evm],
  ['RPC-014', 'base', 'base-mainnet', [], evm],
  ['RPC-015', 'solana', 'solana-mainnet', ['sol'], { method: 'getHealth' }],
  ['RPC-016', 'polygon', 'polygon-mainnet', ['matic'], evm],
  ['RPC-017', 'bsc', 'bsc-mainnet', ['bnb'], evm],
  ['RPC-018', 'arbitrum', 'arb-one-mainnet', ['arb'], evm],
  ['RPC-019', 'optimism', 'optimism-mainnet', ['op'], evm],
  ['RPC-020', 'avalanche', 'avalanche-mainnet', ['avax'], evm],
  ['RPC-021', 'zksync', 'zksync-mainnet', [], evm],
  ['RPC-022', 'bitcoin', 'bitcoin-mainnet', ['btc'], { method: 'getbestblockhash', params: [] }],
  ['RPC-023', 'litecoin', 'litecoin-mainnet', ['ltc'], { method: 'getbestblockhash', params: [] }],
  ['RPC-024', 'dogecoin', 'dogecoin-mainnet', ['doge'], { method: 'getbestblockhash', params: [] }],
  ['RPC-025', 'xrp', 'ripple-mainnet', ['ripple'], { method: 'ledger_current', params: [{}] }],
  ['RPC-026', 'near', 'near-mainnet', [], { method: 'block', params: { finality: 'final' } }],
  ['RPC-027', 'sui', 'sui-mainnet', [], { method: 'sui_getChainIdentifier' }],
  ['RPC-028', 'polkadot', 'polkadot-mainnet', ['dot'], { method: 'system_chain' }],
]

/** The chains beyond those. */
const more: [string, string, string[]][] = [
  ['arbitrum-nova', 'arb-nova-mainnet', ['arb-nova']],
  ['fantom', 'fantom-mainnet', ['ftm']],
  ['cronos', 'cronos-mainnet', []],
  ['celo', 'celo-mainnet', []],
  ['gnosis', 'gnosis-mainnet', []],
  ['berachain', 'berachain-mainnet', ['bera']],
  ['unichain', 'unichain-mainnet', []],
  ['monad', 'monad-mainnet', []],
  ['chiliz', 'chiliz-mainnet', ['chz']],
  ['moonbeam', 'moonbeam-mainnet', []],
  ['aurora', 'aurora-mainnet', []],
  ['flare', 'flare-mainnet', []],
  ['oasis', 'oasis-mainnet', []],
  ['kaia', 'kaia-mainnet', ['klaytn']],
  ['sonic', 'sonic-mainnet', []],
  ['xdc', 'xdc-mainnet', []],
  ['abstract', 'abstract-mainnet', []],
  ['hyperevm', 'hyperevm-mainnet', ['hyperliquid']],
  ['plume', 'plume-mainnet', []],
  ['ronin', 'ronin-mainnet', []],
  ['rootstock', 'rootstock-mainnet', ['rsk']],
  ['bitcoin-cash', 'bitcoin-cash-mainnet', ['bch']],
  ['kusama', 'kusama-mainnet', []],
  ['zcash', 'zcash-mainnet', ['zec']],
]

const extraAliases: [string, string, string[]][] = [
  ['arbitrum', 'arb-one-mainnet', ['arbitrum-one', 'arb-one']],
  ['polygon', 'polygon-mainnet', ['pol']],
  ['bsc', 'bsc-mainnet', ['binance', 'binance-smart-chain']],
  ['xrp', 'ripple-mainnet', ['xrpl']],
]

describe('networks', () => {
  const named = printed.flatMap(([id, slug, host, aliases, body]) =>
    [slug, ...aliases].map(name => [id, name, slug, host, body] as const),
  )
  it.each(named)(
    '%s RPC-004 RPC-005 RPC-006 RPC-010 RPC-011 LIM2-003 %s is %s: that node is called, for 4000',
    async (_id, name, slug, host, body) => {
      const request = { jsonrpc: '2.0', id: 'x', ...body }
      const quoted = await call(shop.url, { path: path(name), body: request })
      const { amount, maxTimeoutSeconds } = quoted.body.accepts[0]
      expect([quoted.status, amount, maxTimeoutSeconds, quoted.body.price.amount]).toEqual([
        402,
        '4000',
        300,
        '0.0040',
      ])
      const { seen, cost } = await paid(name, request)
      expect([seen.status, cost, seen.headers['x-network']]).toEqual([200, 4000n, slug])
      expect(seen.body.result).toBeTruthy()
      expect(shop.taps.nodes.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
        expect.stringMatching(`^POST /${host}/?$`),
      ])
    },
  )

  const others = [
    ...more.map(([slug, host, aliases]) => [slug, host, [slug, ...aliases]] as const),
    ...extraAliases,
  ]
  it.each(others)(
    'RPC-029 %s is the node %s under each of its names',
    async (slug, host, names) => {
      shop.taps.nodes.answer(() => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' }))
      for (const name of [...names, names[0]!.toUpperCase()]) {
        shop.taps.nodes.seen.length = 0
        const { seen, cost } = await paid(name, cold)
        expect([
          name,
          seen.status,
          cost,
          seen.headers['x-network'],
          shop.taps.nodes.seen[0]!.url.replace(/\/$/, ''),
        ]).toEqual([name, 200, 4000n, slug, `/${host}`])
      }
    },
  )

  it.each(['nowhere', 'ethereum2', 'eth ', 'constructor', '__proto__', '..%2fbase', 'base/extra'])(
    'RPC-009 %s is not one of them, paid or not',
    async name => {
      const header = await signed(shop.url, buyer.account, { path: path('eth'), body: cold })
      for (const headers of [{}, paidBy(header)]) {
        const seen = await call(shop.url, {
          path: path(encodeURI(name).replace('%252f', '%2f')),
          body: cold,
          headers,
        })
        if (name.includes('/') || name.includes('%2f')) expect(seen.status).toBe(404)
        else {
          expect(seen.status).toBe(400)
          for (const [, slug] of printed) expect(seen.body.error).toContain(slug)
          expect(seen.body.supported).toEqual(
            expect.arrayContaining([
              ...printed.map(([, slug]) => slug),
              ...more.map(([slug]) => slug),
            ]),
          )
          expect(seen.body.supported.length).toBeGreaterThanOrEqual(40)
        }
      }
      expect(shop.taps.nodes.seen).toEqual([])
    },
  )

  it.each(['POST', 'GET'])(
    'RPC-009 %s without a body for a network that is not served is 400 too',
    async method => {
      expect((await call(shop.url, { method, path: path('nowhere') })).status).toBe(400)
    },
  )

  it('RPC-015 RPC-025 the challenge of an alias is for the address that was asked', async () => {
    expect((await call(shop.url, { path: path('sol'), body: cold })).challenge!.resource.url).toBe(
      `${shop.url}/api/v1/rpc/sol`,
    )
  })
})

describe('requests', () => {
  it('RPC-001 RPC-003 go to the node byte for byte, and its reply comes back byte for byte', async () => {
    const sent =
      '{ "method":"eth_call",\n\t"params":[{"to":"0x\\u0041b","value":1e3, "big": 123456789012345678901234567890}], "extra":{"a":null},"jsonrpc":"2.0" ,"id" : 12345678901234567890 }'
    const reply =
      '{"id" : 12345678901234567890,\n "result":{"value":1.0, "big":123456789012345678901234567890,"text":"\\u00e9"} ,"jsonrpc":"2.0"}\n'
    shop.taps.nodes.answer(() => ({
      body: reply,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-secret-of-the-node': '1',
        'set-cookie': 'a=b',
      },
    }))
    const seen = await buy('eth', sent)
    expect([seen.status, seen.text]).toEqual([200, reply])
    expect(shop.taps.nodes.seen.map(one => one.body)).toEqual([sent])
    expect([
      seen.headers['x-secret-of-the-node'],
      seen.headers['set-cookie'],
      seen.headers['x-cache'],
    ]).toEqual([undefined, undefined, 'BYPASS'])
  })

  it('the node hears our key and nothing of the payment or the caller', async () => {
    await buy('eth', cold)
    const { headers } = shop.taps.nodes.seen[0]!
    expect(headers['x-api-key']).toBe(shop.world.env.NODES_KEY)
    expect(
      Object.keys(headers).filter(name =>
        /payment|authorization|forward|connecting|cookie/.test(name),
      ),
    ).toEqual([])
  })

  it('RPC-003 RPC-005 an id of any type comes back', async () => {
    for (const id of [0, 'abc', 'ünï', 9007199254740991, null]) {
      expect((await buy('solana', { jsonrpc: '2.0', id, method: 'getHealth' })).body).toEqual({
        jsonrpc: '2.0',
        id,
        result: 'ok',
      })
    }
  })

  it('RPC-001 RPC-002 a notification, whose work nobody could be charged for, is refused', async () => {
    const notification = { jsonrpc: '2.0', method: 'eth_chainId', params: [] }
    for (const body of [notification, [notification], [cold, notification]]) {
      const seen = await call(shop.url, { method: 'POST', path: path('eth'), body })
      expect(seen.status).toBe(400)
    }
    expect(shop.taps.nodes.seen).toEqual([])
  })

  it.each(['Jsonrpc', 'JSONRPC', 'jſonrpc', 'ID', 'Id', 'Method', 'paramſ', 'PARAMS'])(
    'RPC-002 %s is refused: a node that reads names in any case would do other work',
    async name => {
      for (const more of [{ id: 1 }, {}])
        for (const body of [{ method: 'eth_chainId', ...more, [name]: '2.0' }])
          for (const sent of [body, [cold, body]]) {
            const seen = await call(shop.url, { method: 'POST', path: path('eth'), body: sent })
            expect(seen.status).toBe(400)
          }
      expect(shop.taps.nodes.seen).toEqual([])
    },
  )

  it('RPC-003 members with other names reach the node', async () => {
    const body = { ...cold, paramset: 1, Methods: 2, xid: 3 }
    expect((await buy('eth', body)).status).toBe(200)
  })

  const no = { jsonrpc: '2.0', id: 5, method: 'no_such', params: [] }

  it('RPC-003 a method that the node does not have is its reply, and not charged', async () => {
    const { seen, cost } = await paid('eth', no)
    expect([seen.status, cost]).toEqual([200, 0n])
    expect(seen.body).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -32601, message: expect.stringContaining('no_such') },
    })
  })

  it.each<[number, bigint]>([
    [-32700, 0n],
    [-32600, 0n],
    [-32601, 0n],
    [-32602, 4000n],
    [-32603, 4000n],
    [-32000, 4000n],
    [3, 4000n],
  ])('RPC-003 a reply with the error %i of the node costs %i', async (code, price) => {
    for (const status of [200, 400]) {
      shop.taps.nodes.answer(() => ({
        status,
        body: JSON.stringify({ jsonrpc: '2.0', id: 5, error: { code, message: 'no' } }),
      }))
      const { seen, cost } = await paid('eth', no)
      expect([seen.status, seen.body.error.code, cost]).toEqual([200, code, price])
    }
    shop.taps.nodes.answer()
  })

  it('RPC-003 RPC-007 a batch is charged whole if the node took one of its calls', async () => {
    expect((await paid('eth', [cold, no])).cost).toBe(8000n)
    expect((await paid('eth', [no, no])).cost).toBe(0n)
    expect((await paid('eth', [no])).cost).toBe(0n)
    expect((await paid('eth', [cold])).cost).toBe(4000n)
  })

  it('RPC-003 an empty result of the node is charged', async () => {
    shop.taps.nodes.answer(() => ({ body: '{"jsonrpc":"2.0","id":5,"result":null}' }))
    expect((await paid('eth', no)).cost).toBe(4000n)
    shop.taps.nodes.answer()
  })

  it('RPC-022 RPC-025 the frames of other chains are passed on as they are', async () => {
    expect((await buy('btc', { id: 'b', method: 'getdifficulty', params: [] })).body).toEqual({
      result: 155_973_032_196_071.9,
      error: null,
      id: 'b',
    })
    expect((await buy('xrp', { method: 'account_info', params: [{}] })).body).toEqual({
      result: {
        error: 'invalidParams',
        error_code: 31,
        error_message: "Missing field 'account'.",
        request: { command: 'account_info' },
        status: 'error',
      },
    })
    expect((await buy('near', { jsonrpc: '2.0', id: 1, method: 'nope' })).body.error).toMatchObject(
      {
        name: 'REQUEST_VALIDATION_ERROR',
        code: -32601,
      },
    )
    const missing = await paid('btc', { id: 1, method: 'nope', params: [] })
    expect([missing.seen.status, missing.seen.body.error.code, missing.cost]).toEqual([
      200,
      -32601,
      0n,
    ])
  })

  it.each([
    ['{}', {}],
    ['a method of another type', { method: 7 }],
    ['an empty method', { method: '' }],
    ['a batch of nothing', []],
    ['a batch with something else in it', [cold, 7]],
    ['a batch with a request without method', [cold, { id: 1 }]],
    ['101 requests', Array<object>(101).fill(cold)],
  ])('%s is 400 before the 402, and no node is called', async (_what, body) => {
    const seen = await call(shop.url, { path: path('eth'), body })
    expect([seen.status, seen.body.error, seen.headers['payment-required']]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(shop.taps.nodes.seen).toEqual([])
  })
})

describe('batches', () => {
  it('RPC-002 RPC-007 are one call of the node, its array as it is, 4000 an element', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 'two', method: 'nope' },
      { jsonrpc: '2.0', id: 3, method: 'net_version' },
    ]
    const { seen, cost } = await paid('base', batch)
    expect([seen.status, cost]).toEqual([200, 12_000n])
    expect(seen.body.map((one: any) => one.id)).toEqual([3, 'two', 1])
    expect([seen.headers['x-cache'], seen.headers['x-network']]).toEqual(['BYPASS', 'base'])
    expect(shop.taps.nodes.seen.map(one => JSON.parse(one.body))).toEqual([batch])
  })

  it.each([1, 2, 10, 100])('RPC-007 of %i cost that many times 4000', async size => {
    const quoted = await call(shop.url, { path: path('eth'), body: Array<object>(size).fill(cold) })
    expect([quoted.body.accepts[0].amount, quoted.body.price.amount]).toEqual([
      String(4000 * size),
      (0.004 * size).toFixed(4),
    ])
  })

  it('PAY-066 cannot be had for the price of one', async () => {
    const header = await signed(shop.url, buyer.account, { path: path('eth'), body: cold })
    const seen = await call(shop.url, {
      path: path('eth'),
      body: [cold, cold],
      headers: paidBy(header),
    })
    expect([seen.status, seen.body.code, shop.taps.nodes.seen.length]).toEqual([
      402,
      'PAYMENT_INVALID',
      0,
    ])
    expect(
      (await call(shop.url, { path: path('eth'), body: cold, headers: paidBy(header) })).status,
    ).toBe(200)
  })
})
