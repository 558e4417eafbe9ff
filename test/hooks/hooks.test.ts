import { describe, expect, it } from 'vitest'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { createHooks } from '../../runtime/hooks/index.ts'
import { createTokenReader } from '../../runtime/payments/evm/reader.ts'
import { createReadiness } from '../../runtime/readiness.ts'
import { manualClock } from '../helpers/clock.ts'
import { ChainUnavailable } from '../../runtime/payments/chain-unavailable.ts'

const spec: NetworkSpec = {
  name: 'base',
  kind: 'evm',
  scheme: 'exact',
  chain: 'eip155:8453',
  label: 'base',
  only: {},
  asset: {
    symbol: 'USDC',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    name: 'USD Coin',
    version: '2',
  },
}
const WALLET = '0x00000000000000000000000000000000000000AA'

/** Hooks over parts whose state a test sets. */
function world(more: { decimals?: number; dev?: boolean } = {}) {
  const clock = manualClock()
  const state = {
    calls: [] as [string, unknown[]][],
    balance: '0x5f5e100' as unknown,
    block: { number: '0x64', timestamp: `0x${(clock.now() / 1000 - 4).toString(16)}` } as unknown,
    backend: true,
    store: true,
    hang: false,
    upstreams: [
      { name: 'vendorA', configured: true, calls: 10, failures: 1 },
      { name: 'vendorB', configured: false, calls: 0, failures: 0 },
    ],
  }
  const dev = more.dev ?? false
  const node = {
    async call(method: string, params: unknown[]): Promise<any> {
      state.calls.push([method, params])
      if (state.hang) await new Promise(() => undefined)
      return method === 'eth_call' ? state.balance : state.block
    },
  }
  const network = { ...spec, asset: { ...spec.asset, decimals: more.decimals ?? 6 } }
  const reader = createTokenReader(node, network.asset)
  const readiness = createReadiness({
    clock,
    head: reader.head,
    dev,
    backend: { health: async () => ({ ok: state.backend, details: { relayer_balance: '1.0' } }) },
    store: {
      ping: async () => {
        if (!state.store) throw new Error('down')
      },
    },
  })
  const hooks = createHooks({
    catalog: { hash: 'abcdef0123456789' },
    clock,
    region: 'fra1',
    readiness,
    paymentScheme: { spec: network, ...reader },
    store: { shared: false, get: async () => undefined },
    upstreams: { health: () => state.upstreams },
  })
  return { hooks, state, clock }
}

describe('balanceOf', () => {
  it('asks the token and gives micro-USD, whatever its decimals', async () => {
    const { hooks, state } = world()
    expect(await hooks.balanceOf(WALLET)).toBe(100_000_000n)
    expect(state.calls[0]).toEqual([
      'eth_call',
      [{ to: spec.asset.address, data: `0x70a08231${'0'.repeat(62)}aa` }, 'latest'],
    ])
    expect(await world({ decimals: 8 }).hooks.balanceOf(WALLET)).toBe(1_000_000n)
  })
  it('is asked once for many callers within two seconds, and again afterwards; a failure is not kept', async () => {
    const { hooks, state, clock } = world()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => hooks.balanceOf(i % 2 ? WALLET : WALLET.toLowerCase())),
    )
    expect(state.calls).toHaveLength(1)
    await clock.advance(2001)
    state.balance = '0x'
    await expect(hooks.balanceOf(WALLET)).rejects.toThrow(ChainUnavailable)
    state.balance = '0x1'
    expect(await hooks.balanceOf(WALLET)).toBe(1n)
    await expect(hooks.balanceOf('0xnot')).rejects.toThrow(ChainUnavailable)
  })
})

describe('healthOf', () => {
  it('DISC-015 basic: ok, with network, catalog and uptime', async () => {
    const { hooks, clock } = world()
    await clock.advance(90_500)
    expect(await hooks.healthOf('basic')).toEqual({
      status: 'ok',
      ok: true,
      network: 'base',
      catalog: 'abcdef012345',
      uptime_seconds: 90,
    })
  })

  it.each([
    [
      'the settler',
      (state: any) => {
        state.backend = false
      },
    ],
    [
      'the store',
      (state: any) => {
        state.store = false
      },
    ],
    [
      'the node',
      (state: any) => {
        state.block = null
      },
    ],
    [
      'the chain stands still',
      (state: any) => {
        state.block = { number: '0x1', timestamp: '0x1' }
      },
    ],
  ])('basic is not ok when payments cannot be taken: %s', async (_name, problem) => {
    const { hooks, state } = world()
    problem(state)
    expect(await hooks.healthOf('basic')).toMatchObject({ status: 'degraded', ok: false })
    expect(await hooks.healthOf('overview')).toMatchObject({ ok: false })
    expect(await hooks.healthOf('regions')).toMatchObject({
      ok: false,
      regions: [{ name: 'fra1', status: 'degraded' }],
    })
  })

  it('answers also while the node hangs', async () => {
    const { hooks, state, clock } = world()
    state.hang = true
    const view = hooks.healthOf('chain')
    await clock.advance(3000)
    expect(await view).toMatchObject({ ok: false, block: null })
  })

  it('a local chain may stand still', async () => {
    const { hooks, state } = world({ dev: true })
    state.block = { number: '0x1', timestamp: '0x1' }
    expect(await hooks.healthOf('basic')).toMatchObject({ ok: true })
  })

  it('DISC-017 chain: block, its age and the settlement', async () => {
    const { hooks } = world()
    expect(await hooks.healthOf('chain')).toEqual({
      status: 'ok',
      ok: true,
      network: 'base',
      chain_id: 'eip155:8453',
      block: 100,
      block_age_seconds: 4,
      settlement: { ok: true, relayer_balance: '1.0' },
    })
  })

  it('DISC-018 models: each upstream configured or not, answering or failing, without how much it is used', async () => {
    const { hooks, state } = world()
    expect(await hooks.healthOf('models')).toEqual({
      status: 'ok',
      ok: true,
      upstreams: [
        { name: 'vendorA', configured: true, status: 'ok' },
        { name: 'vendorB', configured: false, status: 'not_configured' },
      ],
    })
    state.upstreams = [
      { name: 'vendorA', configured: true, calls: 10, failures: 6 },
      { name: 'vendorC', configured: true, calls: 0, failures: 0 },
    ]
    expect(await hooks.healthOf('models')).toMatchObject({
      ok: false,
      upstreams: [{ status: 'failing' }, { status: 'idle' }],
    })
  })

  it('DISC-016 DISC-019 overview and regions', async () => {
    const { hooks } = world()
    expect(await hooks.healthOf('overview')).toMatchObject({
      ok: true,
      region: 'fra1',
      store: { ok: true, shared: false },
      chain: { block: 100 },
      models: { ok: true },
    })
    expect(await hooks.healthOf('regions')).toEqual({
      status: 'ok',
      ok: true,
      regions: [{ name: 'fra1', status: 'ok' }],
    })
  })

  it('cannot be used to load the node', async () => {
    const { hooks, state, clock } = world()
    for (let i = 0; i < 50; i++)
      for (const view of ['basic', 'overview', 'chain', 'regions'] as const)
        await hooks.healthOf(view)
    expect(state.calls).toHaveLength(1)
    await clock.advance(3001)
    await hooks.healthOf('basic')
    expect(state.calls).toHaveLength(2)
  })
})
