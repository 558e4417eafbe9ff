/** Settlements per second on a local chain: one transaction each, and batched by Multicall3. */
import { TEST_KEYS, startChain, type Chain } from '../../devnet/chain.ts'
import { CHAIN, PAY_TO, TOKEN, type Bench, type Section } from '../lib/bench.ts'
import { num } from '../lib/report.ts'
import type { SettleRun } from '../servers/settlement.ts'

const SPEC = { chain: CHAIN, asset: { address: TOKEN.asset, ...TOKEN.extra } }

interface Case {
  name: string
  batch: number
  callers: number
  count: number
}

async function settleCase(bench: Bench, chain: Chain, of: Case): Promise<SettleRun> {
  const child = await bench.start('settlement', {
    rpcUrl: chain.url,
    relayerKey: TEST_KEYS[1],
    batch: of.batch,
  })
  try {
    for (const address of child.facts.addresses as string[]) await chain.fund(address, 10_000_000n)
    await child.ask('run', { count: Math.min(50, of.count), callers: of.callers })
    const before = await chain.balanceOf(PAY_TO)
    const run = await child.ask<SettleRun>('run', { count: of.count, callers: of.callers })
    const moved = (await chain.balanceOf(PAY_TO)) - before
    if (moved !== 1000n * BigInt(run.count))
      throw new Error(`${run.count} settlements moved ${moved} micro-USD`)
    return run
  } finally {
    await child.stop()
  }
}

/** Section 6. */
export const settle: Section = async bench => {
  const most = bench.quick ? 200 : 1000
  const cases: Case[] = [
    { name: 'one after the other', batch: 1, callers: 1, count: most / 10 },
    { name: '32 at once, a transaction each', batch: 1, callers: 32, count: most },
    { name: '32 at once, batched', batch: 64, callers: 32, count: most },
    { name: '200 at once, batched', batch: 64, callers: 200, count: most },
  ]
  const chain = await startChain(SPEC)
  try {
    const rows: string[][] = []
    const data: SettleRun[] = []
    for (const one of cases) {
      const run = await settleCase(bench, chain, one)
      data.push(run)
      rows.push([
        one.name,
        num(run.landed / run.seconds),
        num(run.landed / run.transactions, 1),
        num(run.p50, 1),
        num(run.p99, 1),
        num(run.cpu),
      ])
    }
    const head = [
      'verify on chain, send, wait for the receipt',
      'settled/s',
      'each transaction',
      'p50 ms',
      'p99 ms',
      'CPU us',
    ]
    return {
      title: '6. Settlements on a local chain',
      tables: [{ head, rows }],
      aims: [],
      data,
      notes: [
        'anvil mines each transaction at once and shares core 1; the figures bound the ' +
          'gateway, not a public chain',
        'the money that reached the seller is compared with what was settled',
      ],
    }
  } finally {
    await chain.stop()
  }
}
