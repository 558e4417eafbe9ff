/**
 * The in-process settlement backend alone: turns verified authorizations into transactions on a
 * local chain.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { createRelayerBackend } from '../../../runtime/payments/evm/relayer/backend.ts'
import type { Payment, PaymentScheme } from '../../../runtime/payments/evm/types.ts'
import { createEmbeddedStore } from '../../../runtime/store/embedded.ts'
import { PAY_TO } from '../lib/bench.ts'
import type { Offer } from '../../buyer/pay.ts'
import { signer, wallets } from '../lib/sign.ts'
import { quantile } from '../lib/stats.ts'
import { instantScheme, NETWORK } from './instant.ts'
import type { BenchServer } from './types.ts'

const AMOUNT = 1000n
const MAX_TIMEOUT = 300

/**
 * One run: `landed` of `count` within `seconds`, latency of one settlement in ms, CPU of one in
 * microseconds, transactions used.
 */
export interface SettleRun {
  count: number
  landed: number
  seconds: number
  p50: number
  p99: number
  cpu: number
  transactions: number
}

function payments(
  paymentScheme: PaymentScheme,
  payers: ReturnType<typeof wallets>,
  count: number,
): Payment[] {
  const sign = signer(
    { accepts: [paymentScheme.requirements(AMOUNT, MAX_TIMEOUT) as Offer] },
    payers,
  )
  return Array.from({ length: count }, () => {
    const decoded = paymentScheme.decode(sign())
    if (!decoded.ok) throw new Error(decoded.rejection.details)
    return decoded.payment as Payment
  })
}

/**
 * Starts the backend. `batch` is the most settlements of one transaction; 1 turns batching off. The
 * parent funds the wallets in `addresses`.
 */
export async function backend(input: {
  rpcUrl: string
  relayerKey: string
  batch: number
}): Promise<BenchServer> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
  const store = await createEmbeddedStore({ dir, clock: systemClock })
  const options = { batch: input.batch, poll: 20, ...(input.batch === 1 ? { inFlight: 32 } : {}) }
  const settles = createRelayerBackend({
    spec: NETWORK,
    rpcUrl: input.rpcUrl,
    relayerKey: input.relayerKey,
    store,
    clock: systemClock,
    options,
  })
  const paymentScheme = instantScheme({ payTo: PAY_TO, backend: settles })
  const payers = wallets(50)
  const run = async ({
    count,
    callers,
  }: {
    count: number
    callers: number
  }): Promise<SettleRun> => {
    const all = payments(paymentScheme, payers, count)
    const asked = paymentScheme.requirements(AMOUNT, MAX_TIMEOUT)
    const times: number[] = []
    const transactions = new Set<string>()
    const before = process.cpuUsage()
    const began = performance.now()
    let i = 0
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (let payment = all[i++]; payment; payment = all[i++]) {
          const at = performance.now()
          const verdict = await paymentScheme.verify(payment, asked, systemClock.now())
          if (!verdict.ok) throw new Error(verdict.rejection.details)
          const end = await settles.settle(payment, asked, async () => {})
          if (end.state !== 'landed') throw new Error(`${end.state}: ${end.reason}`)
          transactions.add(end.transaction)
          times.push(performance.now() - at)
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const used = process.cpuUsage(before)
    times.sort((a, b) => a - b)
    return {
      count,
      landed: times.length,
      seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      cpu: (used.user + used.system) / count,
      transactions: transactions.size,
    }
  }
  const close = async () => {
    await settles.close()
    await store.close()
    rmSync(dir, { recursive: true })
  }
  return { port: 0, facts: { addresses: payers.map(p => p.address) }, answers: { run }, close }
}
