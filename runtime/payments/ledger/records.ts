/** Creates, reads and changes the payment records in the store. The only writer of `payments`. */
import type { Clock, Random } from '../../seams.ts'
import { documentsOf } from '../../store/pages.ts'
import { writeOver, type Change, type Store, type Stored } from '../../store/store.ts'
import { endLine, purchaseChange } from '../../sales/line.ts'
import type { SaleLine } from '../../sales/types.ts'
import { lapsesAt } from '../header.ts'
import { storedPayload } from '../signed.ts'
import { next, RECORD, type RecordEvent } from '../transitions.ts'
import type { ClaimFacts, PaymentRecord } from '../record.ts'
import type { Payment } from '../payment.ts'
import { type StoredState, MAY_LAND, stateOf, fieldsOf, tagOf } from './record-state.ts'
import { expiryOf } from './retention.ts'

/** Puts the store's version into a record; copies preserve it. */
function versioned({ doc, version }: Stored<PaymentRecord>): PaymentRecord {
  doc.version = version
  return doc
}

/** The changes that a record may get without moving to another state. */
export type Note = Partial<Omit<PaymentRecord, 'state' | 'mayLand' | 'version' | 'claim' | 'key'>>

/**
 * Reads and changes records. Each change is a compare-and-set with the record's version. It returns
 * the changed record, or undefined if the stored record has another version. A `lazy` change may
 * share another change's write.
 */
export interface Records {
  get(key: string): Promise<PaymentRecord | undefined>
  /**
   * Writes the first claim, or claims `former` again by `event`, in one commit with `also`.
   * Undefined if the commit did not apply.
   */
  claim(payment: Payment, facts: ClaimFacts, how: Claim): Promise<PaymentRecord | undefined>
  /**
   * Moves the record by an event of the table. Throws `IllegalTransition`, and writes nothing, if
   * the table does not allow it.
   */
  move(
    record: PaymentRecord,
    event: RecordEvent,
    changes?: Note,
    lazy?: boolean,
  ): Promise<PaymentRecord | undefined>
  /** Changes the record without changing its state, in one commit with `also`. */
  note(
    record: PaymentRecord,
    changes: Note,
    how?: { lazy?: boolean; also?: readonly Change[] },
  ): Promise<PaymentRecord | undefined>
  /** Lists the records in a state, oldest first, without the claims of jobs. */
  list(state: StoredState): AsyncGenerator<PaymentRecord>
}

/**
 * How to write a claim: the record that it replaces, the event, and the other changes of its
 * commit.
 */
export interface Claim {
  former?: PaymentRecord
  event?: 'claim' | 'take_over' | 'retry'
  also: Change[]
}

function recordOf(
  { authorization }: Payment,
  facts: ClaimFacts,
  origin: { owner: string; claim: string; now: number; version: number },
): PaymentRecord {
  return {
    key: authorization.key,
    version: origin.version,
    state: 'claimed',
    owner: origin.owner,
    claim: origin.claim,
    route: facts.route,
    path: facts.path,
    fingerprint: facts.fingerprint,
    payer: authorization.from,
    amount: String(authorization.value),
    requirements: facts.requirements,
    payload: storedPayload(authorization),
    lapses: lapsesAt(authorization),
    job: facts.job,
    ...(facts.transfer && { transfer: true }),
    ...(facts.identified && { identified: true }),
    ...(facts.sale && { sale: facts.sale }),
    created: origin.now,
    updated: origin.now,
  }
}

/**
 * Returns the store change that writes a record. It applies only if the stored record has the
 * previous version.
 */
function changeFor(doc: PaymentRecord, now: number): Change {
  return writeOver(doc.version === 1 ? undefined : doc.version - 1, {
    in: 'payments',
    key: doc.key,
    doc,
    tag: tagOf(doc),
    expires: expiryOf(doc, now),
  })
}

/** Adds changes to the commits that move a record, which apply all of their changes or none. */
export interface Companion {
  /** Whether changes of this record may need further changes. */
  concerns(record: PaymentRecord): boolean
  /** Returns the further changes of a move. Throws if the move must not be made. */
  changes(record: PaymentRecord, event: RecordEvent): Promise<readonly Change[]>
}

/** How often a move is retried because a companion's change did not apply. */
const TRIES = 5

/** How long sales lines are kept unless the settings say otherwise, ms. */
const KEEP_SALES = 400 * 24 * 3_600_000

/** How a record is written. A write that ends a claim by `event` writes its sales line too. */
interface Writing {
  event?: RecordEvent
  lazy?: boolean
  also?: readonly Change[]
}

/** Creates access to the records of a store. New claims carry the name of `owner`. */
export function createRecords(parts: {
  store: Store
  clock: Clock
  random: Random
  owner: string
  companions?: readonly Companion[]
  /** How long sales lines are kept, ms. */
  keepSales?: number
  /** Receives each sales line once it is written. */
  onEnd?(line: SaleLine): void
}): Records {
  const { store, clock, random, owner, companions = [], keepSales = KEEP_SALES, onEnd } = parts
  const get = async (key: string): Promise<PaymentRecord | undefined> => {
    const stored = await store.get<PaymentRecord>('payments', key)
    return stored && versioned(stored)
  }
  const write = async (
    doc: PaymentRecord,
    { event, lazy = false, also = [] }: Writing,
  ): Promise<PaymentRecord | undefined> => {
    const now = clock.now()
    doc.updated = now
    doc.version += 1
    const line = event && (await endLine(doc, event, { store, keepMs: keepSales }))
    const changes = [changeFor(doc, now), ...also]
    const listed = line && purchaseChange(line)
    if (line) changes.push(line)
    if (listed) changes.push(listed)
    if (!(await store.commit(changes, { lazy }))) return undefined
    if (line) onEnd?.(line.doc as SaleLine)
    return doc
  }
  // If the record is unchanged, a companion's change did not apply: it is computed again.
  const writeWith = async (
    from: PaymentRecord,
    { doc, event }: { doc: PaymentRecord; event: RecordEvent },
    also: () => Promise<readonly Change[]>,
  ): Promise<PaymentRecord | undefined> => {
    for (let i = 0; i < TRIES; i++) {
      const written = await write({ ...doc }, { event, also: await also() })
      if (written !== undefined || (await get(from.key))?.version !== from.version) return written
    }
    throw new Error(`a change in the commit of ${from.key} did not fit`)
  }
  return {
    get,
    async claim(payment, facts, { former, event = 'claim', also }) {
      next(RECORD, former === undefined ? 'none' : stateOf(former), event)
      const [now, version] = [clock.now(), (former?.version ?? 0) + 1]
      const doc = recordOf(payment, facts, { owner, claim: random.hex(8), now, version })
      return (await store.commit([changeFor(doc, now), ...also])) ? doc : undefined
    },
    // Not async: an event that the table does not allow throws before anything else happens.
    move: (record, event, changes, lazy = false) => {
      const to = next(RECORD, stateOf(record), event) as StoredState
      const doc: PaymentRecord = Object.assign({}, record, changes, fieldsOf(to))
      const concerned = companions.filter(({ concerns }) => concerns(doc))
      if (concerned.length === 0) return write(doc, { event, lazy })
      return writeWith(record, { doc, event }, async () => {
        const changes = await Promise.all(concerned.map(one => one.changes(doc, event)))
        return changes.flat()
      })
    },
    note: (record, changes, how = {}) => write(Object.assign({}, record, changes), how),
    async *list(state) {
      const tag = state === 'refused' ? MAY_LAND : state
      for await (const { stored } of documentsOf<PaymentRecord>(store, 'payments', tag))
        yield versioned(stored)
    },
  }
}

/**
 * Whether both records are the same claim; a released record that was claimed again is another
 * claim.
 */
export const sameClaim = (a: PaymentRecord, b: PaymentRecord): boolean => a.claim === b.claim
