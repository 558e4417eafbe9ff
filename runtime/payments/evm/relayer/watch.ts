/** Follows a transaction until the chain has decided about every settlement in it. */
import type { Settlement } from '../../types.ts'
import { obstacle, saysUsed } from '../check.ts'
import type { Receipt } from '../node.ts'
import { proves } from '../token.ts'
import { truth, WITHOUT_EFFECT } from '../truth.ts'
import { callOf, expiryOf, lastChance, type Item } from './batch.ts'
import { broadcast } from './broadcast.ts'
import { raised } from './fees.ts'
import { createPauses } from './options.ts'
import type { Flight, Sending } from './send.ts'

/** What following needs: sending, and where to put settlements that deserve another try. */
export interface Watching extends Sending {
  signal: AbortSignal
  again(item: Item): void
}

/** A flight whose nonce is used up, and the receipt of ours where that used it. */
interface Mined {
  flight: Flight
  receipt?: Receipt
}

/** How a settlement failed, and in which transaction. */
interface Why {
  failure: Extract<Settlement, { state: 'failed' }>
  receipt?: Receipt
}

/** Room after the last authorization lapsed, in ms; then only the chain's own records matter. */
const AFTER = 120_000
const ATTEMPTS = 3

/** The receipt of any version of the transaction, deep enough. */
async function mined({ node, options }: Watching, flight: Flight): Promise<Receipt | undefined> {
  for (const hash of flight.hashes) {
    const receipt = await node.receipt(hash)
    if (!receipt) continue
    return options.confirmations > 1 &&
      (await node.block()).number - receipt.block + 1 < options.confirmations
      ? undefined
      : receipt
  }
  return undefined
}

/**
 * Whether a wallet with code let a transfer revert while it was valid: the relayer paid for the
 * gas, and nobody else for anything.
 */
async function burnt(
  { node }: Watching,
  item: Item,
  receipt: Receipt | undefined,
): Promise<boolean> {
  if (receipt?.ok !== false) return false
  const { from, validBefore } = item.payment.authorization
  item.coded ||= await node.hasCode(from)
  return item.coded && BigInt((await node.block(receipt.block)).time) < validBefore
}

/** Ends a settlement that failed; a wallet that burnt gas is refused for a while. */
async function fail(watching: Watching, item: Item, why: Why): Promise<void> {
  const { failure, receipt } = why
  if (await burnt(watching, item, receipt)) {
    const { from } = item.payment.authorization
    watching.refused.add(from)
    const facts = { wallet: from, transaction: receipt?.transaction ?? '', reason: failure.reason }
    watching.note('contract wallet refused', facts)
  }
  item.end(failure)
}

/** Whether there is time for another transaction before the caller is told `unknown`. */
function hasTime({ clock }: Watching, item: Item): boolean {
  return (
    item.attempts < ATTEMPTS &&
    clock.now() < Math.min(item.deadline, expiryOf(item.payment.authorization) - 2000)
  )
}

/**
 * Ends one settlement whose transaction proves nothing for it: by what the chain says, or by
 * another transaction of its own.
 */
async function judge(watching: Watching, item: Item, { flight, receipt }: Mined): Promise<void> {
  const { authorization } = item.payment
  const intent = {
    ...item.intent,
    relayer: watching.wallet.address,
    relayerNonce: flight.nonce,
    sentAt: item.intent?.sentAt ?? flight.sentAt,
  }
  const found: Settlement = await truth(watching.question, authorization, intent)
  if (found.state === 'landed') return item.end(found)
  if (found.state === 'failed') return fail(watching, item, { failure: found, receipt })
  if (found.reason !== WITHOUT_EFFECT) throw new Error(found.reason)
  const reason = await obstacle(watching.node, authorization, item.plain)
  // By whom is asked again.
  if (reason && saysUsed(reason)) throw new Error('the authorization was used a moment ago')
  // A wallet that reverts with the gas that it estimated itself would do so again.
  const isHopeless = flight.gas !== undefined && receipt?.ok === false
  if (reason !== undefined || isHopeless) {
    const failure = { state: 'failed', reason: reason ?? found.reason, mayLand: true } as const
    return fail(watching, item, { failure, receipt })
  }
  if (!hasTime(watching, item)) return item.end(found)
  item.coded ||= await watching.node.hasCode(authorization.from)
  item.alone = true
  flight.items = flight.items.filter(other => other !== item)
  watching.note('settlement tried again', {
    transaction: intent.transaction ?? '',
    reason: found.reason,
  })
  watching.again(item)
}

/** Ends what a mined transaction decides. True when nothing is left to decide. */
async function decide(
  watching: Watching,
  flight: Flight,
  receipt: Receipt | undefined,
): Promise<boolean> {
  let open = 0
  for (const item of flight.items.slice()) {
    if (item.ended) continue
    if (receipt && proves(receipt.logs, watching.token, item.payment.authorization)) {
      watching.question.landed?.(receipt)
      item.end({ state: 'landed', transaction: receipt.transaction })
      continue
    }
    await judge(watching, item, { flight, receipt }).catch(() => {
      open += 1
    })
  }
  return open === 0
}

/**
 * Broadcasts the same bytes again, and those of earlier nonces that may block them; a hole in the
 * nonces is filled.
 */
async function nudge(watching: Watching, flight: Flight): Promise<void> {
  const { node, wallet, book, fees } = watching
  const first = await node.count(wallet.address, 'latest')
  book.mined(first)
  const waiting = new Map(book.open().map(entry => [entry.nonce, entry]))
  const filler = await fees()
  const most = Math.min(flight.nonce, first + watching.options.inFlight * 4)
  for (let nonce = first; nonce < most; nonce++) {
    const entry =
      waiting.get(nonce) ??
      wallet.sign({ nonce, to: wallet.address, data: '0x', gas: 21_000n, ...filler })
    await broadcast(node, entry)
  }
  await broadcast(node, { raw: flight.raw, transaction: flight.hashes.at(-1) as string })
}

/**
 * Replaces the transaction by one with a higher fee under the same nonce; its intents are recorded
 * before it is broadcast.
 */
async function bump(watching: Watching, flight: Flight): Promise<void> {
  const { node, book, fees, options, clock } = watching
  const higher = raised(flight.fees, await fees(), options)
  if (!higher) return
  // The replacement must hold every transfer of the first, or an item whose record refuses would be
  // lost from it.
  const signed = watching.wallet.sign({
    nonce: flight.nonce,
    ...callOf(flight.items, watching.token, flight.gas),
    ...higher,
  })
  const intent = {
    transaction: signed.transaction,
    relayer: watching.wallet.address,
    relayerNonce: flight.nonce,
    sentAt: clock.now(),
  }
  const raw = flight.items.length === 1 ? { raw: signed.raw } : {}
  const live = flight.items.filter(item => !item.ended)
  await Promise.all(
    live.map(async item => {
      await item.onIntent({ ...intent, ...raw })
      item.intent = { ...intent, ...raw }
    }),
  )
  watching.note('fee raised', {
    nonce: flight.nonce,
    transaction: signed.transaction,
    maxFee: String(higher.maxFee),
  })
  flight.hashes.push(signed.transaction)
  flight.fees = higher
  flight.raw = signed.raw
  await broadcast(node, signed)
  await book.add({ nonce: flight.nonce, ...signed })
}

/** Helps a transaction that is not mined in time: first the same bytes again, then a higher fee. */
async function tend(
  watching: Watching,
  flight: Flight,
  due: { nudge: number; bump: number },
): Promise<void> {
  const { clock, options, book } = watching
  const now = clock.now()
  if (now >= due.bump) {
    due.bump = now + options.bump
    await book.turn(async () => {
      await nudge(watching, flight)
      await bump(watching, flight)
    })
  } else if (now >= due.nudge) {
    due.nudge = now + options.nudge
    await book.turn(() => nudge(watching, flight))
  }
}

function expire(flight: Flight, now: number): void {
  for (const item of flight.items) {
    if (now >= item.deadline)
      item.end({
        state: 'unknown',
        reason: 'not mined in time',
        transaction: item.intent?.transaction,
      })
  }
}

/**
 * Follows until every settlement has ended and the nonce is used up, so that nothing behind it is
 * blocked. Errors of the node only make it wait; a caller waits no longer than its deadline.
 */
export async function watch(watching: Watching, flight: Flight): Promise<void> {
  const { clock, options, signal, node, wallet } = watching
  const until = lastChance(flight.items) + AFTER
  const due = { nudge: flight.sentAt + options.nudge, bump: flight.sentAt + options.bump }
  const pause = createPauses(clock, options.poll, signal)
  for (;;) {
    try {
      const receipt = await mined(watching, flight)
      const gone =
        receipt !== undefined ||
        (clock.now() >= due.nudge && (await node.count(wallet.address, 'latest')) > flight.nonce)
      if (gone && (await decide(watching, flight, receipt))) return
      if (!gone) await tend(watching, flight, due)
    } catch {
      /* the node is away: look again */
    }
    expire(flight, clock.now())
    if (clock.now() > until) return
    await pause()
  }
}
