/**
 * What suppliers go on with after their first answer, under ids of theirs: only who began it here
 * may ask for it here.
 */
import type { Clock } from '../seams.ts'
import type { Store } from '../store/store.ts'

/** How long it may be asked for, in ms. */
const KEPT = 48 * 3_600_000

const keyOf = (id: string): string => `begun/${id}`

/**
 * Remembers that something was begun by this gateway. An id that is known already is left as it is.
 */
export async function noteBegun(
  { store, clock }: { store: Pick<Store, 'commit'>; clock: Clock },
  id: string,
): Promise<void> {
  const now = clock.now()
  await store.commit([
    { do: 'insert', in: 'results', key: keyOf(id), doc: { begun: now }, expires: now + KEPT },
  ])
}

/** The hook: whether something was begun by a gateway with this store. */
export function createBegunHere(store: Pick<Store, 'get'>): (id: string) => Promise<boolean> {
  return async id => (await store.get('results', keyOf(id))) !== undefined
}
