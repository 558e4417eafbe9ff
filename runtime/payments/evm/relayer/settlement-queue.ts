/**
 * The settlement queue of one relayer key. Settlements are sent one transaction after another, and
 * those that wait share the next one.
 */
import type { Settlement } from '../../settlement.ts'
import { lastChance, takeBatch, type Item } from './batch.ts'
import { createItem, giveUp, type Order } from './item.ts'
import { send } from './send.ts'
import { type PendingTransaction } from './pending.ts'
import type { Node } from '../node.ts'
import { publicMessage } from '../../public-message.ts'
import { watch } from './watch.ts'
import { type Watching } from './decide.ts'

/** The settlement queue of one relayer key. */
export interface SettlementQueue {
  /**
   * Settles one payment. Rejects with the error of `onIntent`, and with `NotSent` if `onIntent` was
   * never called.
   */
  settle(order: Order): Promise<Settlement>
  waiting(): number
}

/** The dependencies of the queue: those of watching, except `again`, which the queue provides. */
export type SettlementQueueOptions = Omit<Watching, 'again'> & {
  /** Whether Multicall3 is on the chain. */
  batching(): Promise<boolean>
}

/** Creates a settlement queue. It works while settlements are waiting. */
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
  const expireWaiting = (): void => {
    for (const item of queue)
      if (clock.now() >= item.deadline) giveUp(item, 'earlier transactions are not mined')
    queue.splice(0, queue.length, ...queue.filter(item => !item.ended))
  }
  const waitForSlot = async (): Promise<void> => {
    while (pendings.size >= options.inFlight && !signal.aborted) {
      const landing = new AbortController()
      const pause = clock.sleep(1000, landing.signal).catch(() => undefined)
      await Promise.race([
        new Promise<void>(resolve => {
          landed = resolve
        }),
        pause,
      ])
      landing.abort()
      expireWaiting()
    }
  }
  const trySend = async (batch: Item[]): Promise<void> => {
    let items = batch
    try {
      const { together, alone } = await separateCoded(node, batch)
      queue.unshift(...alone)
      items = together
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
    // Settlements that arrive in the same turn of the event loop share a transaction.
    await new Promise(resolve => setImmediate(resolve))
    try {
      while (queue.length > 0 && !signal.aborted) {
        await waitForSlot()
        const most = queue.length > 1 && (await parts.batching()) ? options.batch : 1
        // The waits end also if the gateway closes, which must send nothing more.
        if (signal.aborted) break
        await trySend(takeBatch(queue, most))
      }
    } catch {
      /* only closing the backend interrupts a pause */
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

/**
 * Separates the items of wallets with code from the others of a transaction: the code of one wallet
 * could burn the gas of all. Those items are sent alone.
 */
async function separateCoded(
  node: Node,
  items: Item[],
): Promise<{ together: Item[]; alone: Item[] }> {
  if (items.length === 1) return { together: items, alone: [] }
  await Promise.all(
    items.map(async item => {
      item.coded ||= await node.hasCode(item.transfer.authorization.from)
    }),
  )
  for (const item of items) item.alone ||= item.coded
  return {
    together: items.filter(({ alone }) => !alone),
    alone: items.filter(({ alone }) => alone),
  }
}
