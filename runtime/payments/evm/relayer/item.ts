/** A requested settlement: what the queue needs of it, and the promise of its end. */
import { NotSent } from '../../not-sent.ts'
import type { Settlement } from '../../settlement.ts'
import type { Item } from './batch.ts'

/**
 * A requested settlement; `intent` is the recorded one of an earlier attempt that had no effect.
 */
export type Order = Pick<Item, 'transfer' | 'onIntent' | 'intent'>

/**
 * Creates the queue's item of an order, and the promise of its end. The caller gets `unknown` at
 * `deadline`, Unix ms.
 */
export function createItem(
  order: Order,
  deadline: number,
): { item: Item; done: Promise<Settlement> } {
  const { transfer, onIntent, intent } = order
  const { plain, method } = transfer
  let end!: (settlement: Settlement) => void
  let refuse!: (error: unknown) => void
  const done = new Promise<Settlement>((resolve, reject) => {
    end = resolve
    refuse = reject
  })
  // The queue skips an item that has ended.
  const ending =
    <T>(settle: (value: T) => void) =>
    (value: T): void => {
      ended = true
      settle(value)
    }
  let ended = false
  const item: Item = {
    transfer,
    onIntent,
    intent,
    coded: !plain,
    alone: !plain || !method.isBatchable,
    deadline,
    attempts: 0,
    end: ending(end),
    refuse: ending(refuse),
    get ended() {
      return ended
    },
  }
  return { item, done }
}

/** Ends an item that could not be sent. If no intent was ever recorded, nothing was sent. */
export function giveUp(item: Item, reason: string): void {
  if (item.intent) item.end({ state: 'unknown', reason, transaction: item.intent.transaction })
  else item.refuse(new NotSent(reason))
}
