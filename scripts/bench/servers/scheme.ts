/**
 * A payment scheme of the gateway, opened as the gateway opens it, with its ledger over an embedded
 * store.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { systemRandom } from '../../../runtime/lib/random.ts'
import { createObserve } from '../../../runtime/observe/observe.ts'
import type { SchemeParts } from '../../../runtime/payments/kind.ts'
import { kindOf } from '../../../runtime/payments/kinds.ts'
import { createLedger, type ClosableLedger } from '../../../runtime/payments/ledger/ledger.ts'
import type { Payment, Requirements } from '../../../runtime/payments/payment.ts'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import { createEmbeddedStore } from '../../../runtime/store/embedded.ts'
import type { Store } from '../../../runtime/store/store.ts'
import { answersOf, type Contender } from './scheme-run.ts'
import type { BenchServer } from './types.ts'

/** The price of each payment, its validity, and the settled part if not all. */
interface Input {
  spec: NetworkSpec
  settings: Omit<SchemeParts['settings'], 'confirmations' | 'dev'>
  amount: string
  actual?: string
}

/** Measures the durable writes of a store: ms during which at least one was running. */
function measureWrites(store: Store): () => number {
  const commit = store.commit.bind(store)
  let running = 0
  let began = 0
  let total = 0
  store.commit = async (changes, how) => {
    if (running++ === 0) began = performance.now()
    try {
      return await commit(changes, how)
    } finally {
      if (--running === 0) total += performance.now() - began
    }
  }
  return () => total
}

const MAX_TIMEOUT = 300
const REPLY = { status: 200, headers: {}, body: 'e30=' }

/**
 * Verifies a header, and settles as a paid call does: the claim, the intent and the outcome with
 * the delivery are durable when it ends.
 */
function contender(
  scheme: PaymentScheme,
  ledger: ClosableLedger,
  more: { requirements: Requirements; actual?: string; written(): number },
): Contender<string, Payment> {
  const { requirements, actual, written } = more
  const facts = { route: 'bench', path: '/bench', fingerprint: '', requirements }
  const amount = actual === undefined ? undefined : BigInt(actual)
  return {
    written,
    read: payload => Buffer.from(JSON.stringify(payload)).toString('base64'),
    async verify(header) {
      const decoded = scheme.decode(header, systemClock.now())
      if (!decoded.ok) throw new Error(decoded.rejection.details)
      const verdict = await scheme.verify(decoded.payment, requirements, systemClock.now())
      if (!verdict.ok) throw new Error(verdict.rejection.details)
      return decoded.payment
    },
    async settle(payment) {
      const { record } = await ledger.claim(payment, facts)
      const ended = await ledger.settle(record, REPLY, { amount })
      const { settlement } = ended
      if (settlement.state !== 'landed')
        throw new Error(`${settlement.state}: ${settlement.reason}`)
      await ledger.delivered(ended.record)
    },
  }
}

/** Opens the first scheme of a network. `offer` is what it requires. */
export async function scheme(input: Input): Promise<BenchServer> {
  const { spec, amount, actual } = input
  const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
  const clock = systemClock
  const store = await createEmbeddedStore({ dir, clock })
  const written = measureWrites(store)
  const parts: { close(): Promise<unknown> }[] = []
  const [opened] = await kindOf(spec.kind).open({
    spec,
    settings: { ...input.settings, confirmations: 1, dev: true } as SchemeParts['settings'],
    store,
    clock,
    random: systemRandom,
    observe: createObserve({ hash: 'bench', clock, level: 'silent' }),
    slack: 6000,
    register(part) {
      parts.push(part)
      return part
    },
  })
  const ledger = createLedger({ store, paymentSchemes: [opened], clock, random: systemRandom })
  const requirements = opened.requirements(BigInt(amount), MAX_TIMEOUT)
  const close = async (): Promise<void> => {
    await ledger.close()
    for (const part of parts) await part.close()
    await store.close()
    rmSync(dir, { recursive: true })
  }
  const answers = answersOf(contender(opened, ledger, { requirements, actual, written }))
  return { port: 0, facts: { offer: requirements }, answers, close }
}
