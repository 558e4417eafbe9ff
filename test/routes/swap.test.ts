/** Swaps: free, passed on as they came, with the gateway's fee and nobody else's. */
import { createWalletClient, http, publicActions, size, sliceHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { ask, heard, PRICED, shop, SWAP, swapOf, TAKER, USDC, useShop, WETH } from './swap-desk.ts'

useShop()

const FEES = ['swapFeeRecipient', 'swapFeeBps', 'swapFeeToken']
const ZEROS = `0x${'0'.repeat(64)}`

describe.each(PRICED)('%s', (path, upstream) => {
  it('SWAP-001 SWAP-002 SWAP-003 SWAP-004 SWAP-012 SWAP-014 SWAP-020 is free, and asks with the fee', async () => {
    const { status, body } = await ask(`${path}?${swapOf()}`)
    expect([status, body.liquidityAvailable, body.sellAmount]).toEqual([200, true, '5000000000'])
    expect(
      shop.taps.zerox.seen.map(({ method, headers }) => [method, headers['0x-version']]),
    ).toEqual([['GET', 'v2']])
    const { pathname, searchParams } = heard()
    expect(pathname).toBe(upstream)
    expect(Object.fromEntries(searchParams)).toEqual({
      chainId: '8453',
      sellToken: USDC,
      buyToken: WETH,
      sellAmount: '5000000000',
      taker: TAKER,
      swapFeeRecipient: shop.world.payTo,
      swapFeeBps: '20',
      swapFeeToken: USDC,
    })
  })

  it('SWAP-016 SWAP-017 SWAP-018 says whose the fee is and how much', async () => {
    for (const [sellAmount, amount] of [
      ['1000000', '2000'],
      ['5000000000', '10000000'],
      ['1000499', '2000'],
    ] as const) {
      const { body, headers } = await ask(`${path}?${swapOf({ sellAmount })}`)
      expect(body.fees.integratorFee).toEqual({ amount, token: USDC, type: 'volume' })
      expect(headers['x-affiliate']).toBe(shop.world.payTo)
    }
  })

  it('SWAP-013 passes other parameters on as they were written', async () => {
    const odd =
      'slippageBps=50&excludedSources=a,b&note=%C3%BC%20%F0%9F%92%A1&x[]=1&x[]=2&empty=&flag'
    shop.taps.zerox.answer(() => ({ body: '{"liquidityAvailable":true}' }))
    await ask(`${path}?${odd}&${swapOf()}`)
    expect(shop.taps.zerox.seen[0]!.url).toContain(`?${odd}&chainId=8453&`)
  })

  it.each([
    'swapFeeBps=900',
    'swapFeeBps=0&swapFeeBps=1000',
    'SWAPFEEBPS=900&SwapFeeRecipient=0x1&swapfeetoken=0x2',
    'swap%46eeBps=900&swapFeeBp%73=1',
    'swap%2546eeBps=900',
    'swapFeeBps[]=900&swapFeeBps[0]=1',
    'swapFeeBps%00=900&swapFeeBps+=1',
    'a=1;swapFeeBps=900',
    '%C5%BFwapFeeBps=900',
    `swapFeeRecipient=0x${'1'.repeat(40)}&swapFeeToken=${WETH}&swapFeeBps=900`,
  ])('SWAP-015 SWAP-019 SWAP-014 %s changes nothing about the fee', async forced => {
    shop.taps.zerox.answer(() => ({ body: '{"liquidityAvailable":true}' }))
    for (const query of [`${forced}&${swapOf()}`, `${swapOf()}&${forced}`]) {
      expect((await ask(`${path}?${query}`)).status).toBe(200)
      const plain = [...heard().searchParams].filter(([name]) =>
        /swap_?fee/i.test(decodeURIComponent(name)),
      )
      expect(plain).toEqual([
        ['swapFeeRecipient', shop.world.payTo],
        ['swapFeeBps', '20'],
        ['swapFeeToken', USDC],
      ])
      expect(heard().search).not.toContain('=900')
    }
  })

  it('SWAP-014 SWAP-015 the fee is taken in the token that is sold, of which there is one', async () => {
    const twice = await ask(`${path}?${swapOf()}&sellToken=${WETH}`)
    expect([twice.status, shop.taps.zerox.seen]).toEqual([400, []])
    shop.taps.zerox.answer(() => ({ body: '{"liquidityAvailable":true}' }))
    const otherCase = await ask(`${path}?SELLTOKEN=${WETH}&${swapOf()}`)
    expect([otherCase.status, shop.taps.zerox.seen]).toEqual([400, []])
    await ask(`${path}?sell%2554oken=${WETH}&${swapOf()}`)
    const sold = [...heard().searchParams].filter(([name]) => /sell.*token/i.test(name))
    expect(sold).toEqual([['sellToken', USDC]])
    expect(heard().searchParams.get('swapFeeToken')).toBe(USDC)
  })

  it('SWAP-028 a payment header is ignored, good or bad', async () => {
    for (const header of ['%%%', Buffer.from('{"x402Version":2}').toString('base64')]) {
      const headers = { 'payment-signature': header, 'x-payment': header }
      const { status, body } = await ask(`${path}?${swapOf()}`, { headers })
      expect([status, body.liquidityAvailable]).toEqual([200, true])
    }
    const passed = Object.keys(shop.taps.zerox.seen[0]!.headers)
    expect(passed.filter(name => /payment|authorization|cookie/.test(name))).toEqual([])
  })
})

describe('a swap that the taker sends', () => {
  it('SWAP-002 SWAP-025 is quoted, signed, put together and broadcast', async () => {
    const account = privateKeyToAccount(shop.world.buyerKey)
    const { body } = await ask(`/quote?${swapOf({ taker: account.address })}`)
    const { transaction, permit2 } = body
    const signature = await account.signTypedData(permit2.eip712)
    const length = size(signature).toString(16).padStart(64, '0')
    const data = `${transaction.data}${length}${signature.slice(2)}` as Hex
    const client = createWalletClient({
      account,
      chain: base,
      transport: http(shop.world.chain.url),
    }).extend(publicActions)
    const before = await client.getBalance({ address: account.address })
    const hash = await client.sendTransaction({
      to: transaction.to,
      data,
      value: BigInt(transaction.value),
    })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const { input } = await client.getTransaction({ hash })
    expect(sliceHex(input, size(input) - 65)).toBe(signature)
    expect(await client.getBalance({ address: account.address })).toBeLessThan(before)
  })
})

describe('a swap without gas', () => {
  const account = () => privateKeyToAccount(shop.world.buyerKey)

  /** A quote, signed. */
  async function signedTrade(change: Record<string, string> = {}) {
    const { body } = await ask(`/gasless/quote?${swapOf({ taker: account().address, ...change })}`)
    const sign = async ({ eip712 }: any) => ({
      eip712,
      signature: await account().signTypedData(eip712),
    })
    const trade = await sign(body.trade)
    return {
      quote: body,
      body: {
        chainId: 8453,
        trade,
        ...(body.approval ? { approval: await sign(body.approval) } : {}),
      },
    }
  }

  it('SWAP-004 has an approval to sign only where the token can be approved so', async () => {
    const { trade, approval } = (await signedTrade()).quote
    expect([trade.eip712.primaryType, approval.eip712.primaryType]).toEqual([
      'PermitTransferFrom',
      'Permit',
    ])
    const change = { sellToken: WETH, buyToken: USDC, sellAmount: '1000000000000000000' }
    expect((await signedTrade(change)).quote.approval).toBeNull()
  })

  it('SWAP-005 SWAP-006 SWAP-024 SWAP-026 SWAP-023 is quoted, signed, submitted and polled until it is confirmed', async () => {
    const { body, quote } = await signedTrade()
    expect([quote.transaction, quote.gas, quote.fees.integratorFee.amount]).toEqual([
      undefined,
      undefined,
      '10000000',
    ])
    const gas = await shop.world.chain.balanceOf(account().address)
    const submitted = await ask('/gasless/submit', { body })
    expect(submitted.status).toBe(200)
    const { tradeHash } = submitted.body
    const states: string[] = []
    for (const _poll of [1, 2, 3, 4]) {
      const { status, body: reply } = await ask(`/gasless/status/${tradeHash}?chainId=8453`)
      expect(status).toBe(200)
      states.push(reply.status)
    }
    expect(states).toEqual(['pending', 'submitted', 'confirmed', 'confirmed'])
    expect(await shop.world.chain.balanceOf(account().address)).toBe(gas)
  })

  it('SWAP-022 SWAP-021 SWAP-028 the submitted body is passed on byte for byte, with or without an approval', async () => {
    const { body } = await signedTrade({
      sellToken: WETH,
      buyToken: USDC,
      sellAmount: '1000000000000000000',
    })
    const text = `\n{ "more": 1.0, "big": 12345678901234567890,${JSON.stringify(body, null, 2).slice(1)} `
    const headers = { 'x-payment': '%%%' }
    const seen = await ask('/gasless/submit', { body: text, headers })
    expect(shop.taps.zerox.seen.at(-1)).toMatchObject({ method: 'POST', body: text })
    expect([seen.status, seen.headers['x-affiliate']]).toEqual([200, shop.world.payTo])
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no trade', { chainId: 8453 }],
    ['no chain', { trade: { eip712: {}, signature: '0x' } }],
    ['no signature', { chainId: 8453, trade: { eip712: {} } }],
    ['no typed data', { chainId: 8453, trade: { eip712: 'x', signature: '0x' } }],
    [
      'half an approval',
      { chainId: 1, trade: { eip712: {}, signature: '0x' }, approval: { eip712: {} } },
    ],
    ['a list', []],
  ])('SWAP-021 a body with %s is 400 and goes nowhere', async (_what, body) => {
    const { status, body: reply } = await ask('/gasless/submit', { body })
    expect([status, reply.error, shop.taps.zerox.seen]).toEqual([400, 'Invalid request body', []])
  })

  it('SWAP-008 SWAP-006 the placeholder hash is described, and nobody is asked', async () => {
    const { status, body, headers } = await ask(`/gasless/status/${ZEROS}?chainId=8453`)
    expect([status, body.statuses, shop.taps.zerox.seen]).toEqual([
      200,
      ['pending', 'submitted', 'confirmed'],
      [],
    ])
    expect(headers['content-type']).toMatch(/^application\/json/)
    await ask(`/gasless/status/${ZEROS.replace(/0$/, '1')}?chainId=8453`)
    expect(shop.taps.zerox.seen).toHaveLength(1)
  })

  it.each(['a/b', `${ZEROS}/x`, '', '..', 'a%2Fb', '%2e%2e', 'a\\b'])(
    'SWAP-007 the hash is one segment: %j is 404 and goes nowhere',
    async hash => {
      expect((await ask(`/gasless/status/${hash}`)).status).toBe(404)
      expect(shop.taps.zerox.seen).toEqual([])
    },
  )
})

describe('lists', () => {
  it.each([
    [
      'SWAP-009',
      '/gasless/approval-tokens?chainId=8453',
      '/gasless/gasless-approval-tokens',
      'tokens',
    ],
    ['SWAP-010', '/gasless/chains', '/gasless/chains', 'chains'],
    ['SWAP-011', '/swap/chains', '/swap/chains', 'chains'],
  ])('%s SWAP-020 %s is free and passed on', async (_id, path, upstream, member) => {
    const { status, body, headers } = await ask(path)
    expect([status, body[member].length > 0, headers['x-affiliate']]).toEqual([
      200,
      true,
      shop.world.payTo,
    ])
    const [name, query = ''] = path.split('?')
    expect(name).toBeDefined()
    expect(shop.taps.zerox.seen[0]!.url).toBe(upstream + (query === '' ? '' : `?${query}`))
    expect(FEES.filter(fee => heard().searchParams.has(fee))).toEqual([])
  })
})

describe('which path is meant', () => {
  it.each(['/nothing', '', '/trade-analytics', '/swap/trades', '/gasless', '/price/x'])(
    'SWAP-027 ERR3-020 %j is 404 and lists the nine routes, no other',
    async path => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await ask(path, { method })
        expect([status, body.error, body.routes?.length]).toEqual([404, 'Not Found', 9])
        expect(JSON.stringify(body.routes)).not.toMatch(/analytic|trades/)
      }
    },
  )

  it('SWAP-027 no document names another path below the prefix', async () => {
    const { body } = await ask('', { path: '/openapi.json' })
    const paths = Object.keys(body.paths).filter(path => path.startsWith(SWAP))
    expect(paths.sort()).toEqual(
      [
        ...PRICED.map(([path]) => SWAP + path),
        `${SWAP}/gasless/submit`,
        `${SWAP}/gasless/status/{trade_hash}`,
        `${SWAP}/gasless/approval-tokens`,
        `${SWAP}/gasless/chains`,
        `${SWAP}/swap/chains`,
      ].sort(),
    )
  })

  it.each([
    ['POST', '/price', 'GET'],
    ['DELETE', '/gasless/chains', 'GET'],
    ['HEAD', '/quote', 'GET'],
    ['OPTIONS', '/quote', 'GET'],
    ['GET', '/gasless/submit', 'POST'],
    ['POST', '/gasless/status/0x1', 'GET'],
  ])('ERR3-021 SWAP-020 %s %s is 405 and names %s', async (method, path, wanted) => {
    const { status, headers, text } = await ask(path, { method })
    expect([status, headers.allow]).toEqual([405, wanted])
    if (method !== 'HEAD') expect(text).toContain(wanted)
    expect(shop.taps.zerox.seen).toEqual([])
  })
})
