/**
 * What one payment takes on a local chain with the embedded store, step by step and under load:
 * `tsx scripts/bench/payment.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import { createRelayerBackend } from '../../runtime/payments/evm/relayer/backend.ts'
import { createLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { Payment, SettlementBackend } from '../../runtime/payments/evm/types.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'
import {
  newWallet,
  PAY_TO,
  signPayment,
  startChain,
  TESTNET,
  toHeader,
} from '../../test/helpers/chain.ts'

const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
const chain = await startChain(TESTNET)
const store = await createEmbeddedStore({ dir, clock: systemClock })
const inner = createRelayerBackend({
  spec: TESTNET,
  rpcUrl: chain.url,
  relayerKey: chain.keys[0] as string,
  store,
  clock: systemClock,
  options: { poll: 20 },
})
const wallet = newWallet()
await chain.fund(wallet.address, 10n ** 12n)

/** A payment side; `proves` false makes the ledger write every end before it answers. */
function sideOf(proves: boolean) {
  const backend: SettlementBackend = { ...inner, proves }
  const paymentScheme = createPaymentScheme(TESTNET, { payTo: PAY_TO, backend })
  return {
    paymentScheme,
    ledger: createLedger({
      store,
      paymentSchemes: [paymentScheme],
      clock: systemClock,
      random: systemRandom,
    }),
  }
}
const requirements = sideOf(true).paymentScheme.requirements(1000n, 300)
const headers = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () =>
      toHeader(await signPayment(wallet, TESTNET, requirements)),
    ),
  )
const median = (values: number[]): string =>
  ([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(2).padStart(8)

type Times = Record<'verify' | 'claim' | 'settle' | 'delivered', number>

async function pay(
  { paymentScheme, ledger }: ReturnType<typeof sideOf>,
  header: string,
): Promise<Times> {
  const marks = [performance.now()]
  const mark = (): void => {
    marks.push(performance.now())
  }
  const decoded = paymentScheme.decode(header) as { payment: Payment }
  if (!(await paymentScheme.verify(decoded.payment, requirements, Date.now())).ok)
    throw new Error('refused')
  mark()
  const { record } = await ledger.claim(decoded.payment, {
    route: 'bench',
    path: '/bench',
    fingerprint: '',
    requirements,
  })
  mark()
  const ended = await ledger.settle(record, { status: 200, headers: {}, body: 'e30=' })
  if (ended.settlement.state !== 'landed') throw new Error(JSON.stringify(ended.settlement))
  mark()
  await ledger.delivered(ended.record)
  mark()
  const step = (i: number): number => (marks[i + 1] as number) - (marks[i] as number)
  return { verify: step(0), claim: step(1), settle: step(2), delivered: step(3) }
}

for (const proves of [true, false]) {
  const side = sideOf(proves)
  for (const header of await headers(30)) await pay(side, header)
  const times: Times[] = []
  for (const header of await headers(100)) times.push(await pay(side, header))
  const of = (name: keyof Times): string => median(times.map(time => time[name]))
  const steps = (['verify', 'claim', 'settle', 'delivered'] as const)
    .map(name => `${name}${of(name)}`)
    .join('  ')
  process.stdout.write(
    `end written ${proves ? 'after' : 'before'} the answer: ${steps} ms (median, one at a time)\n`,
  )
  const load = await headers(1000)
  const first = await chain.blockNumber()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (let header = load.pop(); header; header = load.pop()) await pay(side, header)
    }),
  )
  const ms = performance.now() - start
  process.stdout.write(
    `  50 at a time: ${Math.round(1e6 / ms)} payments/s in ` +
      `${(await chain.blockNumber()) - first} transactions for 1000\n`,
  )
  await side.ledger.close()
}
await inner.close()
await store.close()
await chain.stop()
rmSync(dir, { recursive: true, force: true })
