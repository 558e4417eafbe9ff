/**
 * The queue of one relayer key: settlements go out one transaction after another, and those that
 * wait share the next.
 */
import { NotSent } from '../../not-sent.ts'
import type { Settlement } from '../../types.ts'
import { lastChance, takeBatch, type Item } from './batch.ts'
import { send, type PendingTransaction } from './send.ts'
import { publicMessage } from '../public-message.ts'
import { watch, type Watching } from './watch.ts'

/** A lane of settlements. */
export interface SettlementQueue {
  /**
   * Settles one payment; rejects with what `onIntent` rejected, and with `NotSent` where it was
   * never asked.
   */
  settle(order: Order): Promise<Settlement>
  waiting(): number
}

/**
 * One settlement that is wanted; `intent` is the recorded one of an earlier try that came to
 * nothing.
 */
export type Order = Pick<Item, 'payment' | 'plain' | 'onIntent' | 'intent'>

/** A lane needs all of `Watching` but the way back into its own queue. */
export type SettlementQueueOptions = Omit<Watching, 'again'> & {
  /** Whether Multicall3 is on the chain. */
  batching(): Promise<boolean>
}

function createItem(order: Order, deadline: number): { item: Item; done: Promise<Settlement> } {
  const { payment, plain, onIntent, intent } = order
  let end!: (settlement: Settlement) => void
  let refuse!: (error: unknown) => void
  const done = new Promise<Settlement>((resolve, reject) => {
    end = resolve
    refuse = reject
  })
  const finish =
    <T>(with_: (value: T) => void) =>
    (value: T): void => {
      ended = true
      with_(value)
    }
  let ended = false
  const item: Item = {
    payment,
    plain,
    onIntent,
    intent,
    coded: !plain,
    alone: !plain,
    deadline,
    attempts: 0,
    end: finish(end),
    refuse: finish(refuse),
    get ended() {
      return ended
    },
  }
  return { item, done }
}

/** Ends what could not be sent: where no intent was ever recorded, nothing was. */
function giveUp(item: Item, reason: string): void {
  if (item.intent) item.end({ state: 'unknown', reason, transaction: item.intent.transaction })
  else item.refuse(new NotSent(reason))
}

/** Opens a lane. It works while there is something to send. */
export function createSettlementQueue(parts: SettlementQueueOptions): SettlementQueue {
  const { clock, options, signal, node, note } = parts
  const queue: Item[] = []
  const pendings = new Set<PendingTransaction>()
  let pumping = false
  let failure: string | undefined
  let landed: (() => void) | undefined
  const watching: Watching = {
    ...parts,
    again: item => {
      queue.push(item)
      void pump()
    },
  }

  const follow = (pending: PendingTransaction): void => {
    pendings.add(pending)
    void watch(watching, pending)
      .catch(() => undefined)
      .then(() => {
        pendings.delete(pending)
        for (const item of pending.items)
          if (!item.ended && !queue.includes(item)) giveUp(item, 'the gateway stopped waiting')
        landed?.()
      })
  }
  const lapse = (): void => {
    for (const item of queue)
      if (clock.now() >= item.deadline) giveUp(item, 'earlier transactions are not mined')
    queue.splice(0, queue.length, ...queue.filter(item => !item.ended))
  }
  const slot = async (): Promise<void> => {
    while (pendings.size >= options.inFlight && !signal.aborted) {
      const over = new AbortController()
      const pause = clock.sleep(1000, over.signal).catch(() => undefined)
      await Promise.race([
        new Promise<void>(resolve => {
          landed = resolve
        }),
        pause,
      ])
      over.abort()
      lapse()
    }
  }
  // Code could burn the gas of everybody in the transaction; whose address has some goes back to
  // the queue, to be sent alone.
  const sharing = async (items: Item[]): Promise<Item[]> => {
    if (items.length === 1) return items
    await Promise.all(
      items.map(async item => {
        item.coded ||= await node.hasCode(item.payment.authorization.from)
      }),
    )
    for (const item of items) item.alone ||= item.coded
    queue.unshift(...items.filter(({ alone }) => alone))
    return items.filter(({ alone }) => !alone)
  }
  const trySend = async (batch: Item[]): Promise<void> => {
    let items = batch
    try {
      items = await sharing(batch)
      if (items.length === 0) return
      for (const item of items) item.attempts += 1
      const pending = await send(watching, items)
      if (pending) follow(pending)
      failure = undefined
    } catch (error) {
      const reason = publicMessage(error)
      if (reason !== failure)
        note('settlements wait', { count: items.length, reason: (error as Error).message })
      failure = reason
      const now = clock.now()
      for (const item of items)
        if (!item.ended && now >= Math.min(item.deadline, lastChance([item]))) giveUp(item, reason)
      queue.unshift(...items.filter(item => !item.ended))
      await clock.sleep(options.poll, signal)
    }
  }
  const pump = async (): Promise<void> => {
    if (pumping) return
    pumping = true
    // What comes in the same turn of the event loop shares a transaction.
    await new Promise(resolve => setImmediate(resolve))
    try {
      while (queue.length > 0 && !signal.aborted) {
        await slot()
        const most = queue.length > 1 && (await parts.batching()) ? options.batch : 1
        await trySend(takeBatch(queue, most))
      }
    } catch {
      /* only the end of the settler interrupts a pause */
    } finally {
      pumping = false
      if (signal.aborted) for (const item of queue.splice(0)) giveUp(item, 'the gateway is closing')
    }
  }
  return {
    waiting: () => queue.length + pendings.size,
    settle(order) {
      const { item, done } = createItem(order, clock.now() + options.wait)
      queue.push(item)
      void pump()
      return done
    },
  }
}
