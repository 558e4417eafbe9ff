/** Helps a transaction that is not mined in time. */
import { callOf } from './batch.ts'
import { broadcast } from './broadcast.ts'
import { raised } from './fees.ts'
import type { PendingTransaction } from './pending.ts'
import type { Watching } from './decide.ts'

/**
 * Broadcasts the same bytes again, and those of earlier nonces that may block them. Fills nonce
 * gaps.
 */
async function nudge(watching: Watching, pending: PendingTransaction): Promise<void> {
  const { node, wallet, journal, fees } = watching
  const first = await node.count(wallet.address, 'latest')
  journal.mined(first)
  const waiting = new Map(journal.open().map(entry => [entry.nonce, entry]))
  const filler = await fees()
  const most = Math.min(pending.nonce, first + watching.options.inFlight * 4)
  for (let nonce = first; nonce < most; nonce++) {
    const entry =
      waiting.get(nonce) ??
      wallet.sign({ nonce, to: wallet.address, data: '0x', gas: 21_000n, ...filler })
    await broadcast(node, entry)
  }
  await broadcast(node, { raw: pending.raw, transaction: pending.hashes.at(-1) as string })
}

/**
 * Replaces the transaction by one with a higher fee under the same nonce. Records its intents
 * before broadcasting it.
 */
async function bump(watching: Watching, pending: PendingTransaction): Promise<void> {
  const { node, journal, fees, options, clock } = watching
  const higher = raised(pending.fees, await fees(), options)
  if (!higher) return
  // The replacement must contain every transfer of the original; otherwise an item whose intent
  // cannot be recorded would be missing from it.
  const signed = watching.wallet.sign({
    nonce: pending.nonce,
    ...callOf(pending.items, pending.gas),
    ...higher,
  })
  const intent = {
    transaction: signed.transaction,
    relayer: watching.wallet.address,
    relayerNonce: pending.nonce,
    sentAt: clock.now(),
  }
  const raw = pending.items.length === 1 ? { raw: signed.raw } : {}
  const open = pending.items.filter(item => !item.ended)
  await Promise.all(
    open.map(async item => {
      await item.onIntent({ ...intent, ...raw })
      item.intent = { ...intent, ...raw }
    }),
  )
  watching.note('fee raised', {
    nonce: pending.nonce,
    transaction: signed.transaction,
    maxFee: String(higher.maxFee),
  })
  pending.hashes.push(signed.transaction)
  pending.fees = higher
  pending.raw = signed.raw
  await broadcast(node, signed)
  await journal.add({ nonce: pending.nonce, ...signed })
}

/**
 * Helps a transaction that is not mined in time: first broadcasts the same bytes again, then raises
 * the fee.
 */
export async function tend(
  watching: Watching,
  pending: PendingTransaction,
  due: { nudge: number; bump: number },
): Promise<void> {
  const { clock, options, journal } = watching
  const now = clock.now()
  if (now >= due.bump) {
    due.bump = now + options.bump
    await journal.turn(async () => {
      await nudge(watching, pending)
      await bump(watching, pending)
    })
  } else if (now >= due.nudge) {
    due.nudge = now + options.nudge
    await journal.turn(() => nudge(watching, pending))
  }
}
