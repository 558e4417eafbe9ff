/**
 * Records work that continues at an upstream under the upstream's id, so that callers can ask this
 * gateway only for its own work.
 */
import type { Clock } from '../seams.ts'
import type { Store } from '../store/store.ts'

/** How long callers may ask for it, in ms. */
const KEPT = 48 * 3_600_000

const keyOf = (id: string): string => `begun/${id}`

/** Records that this gateway started the work of this id. A known id is left as it is. */
export async function noteBegun(
  { store, clock }: { store: Pick<Store, 'commit'>; clock: Clock },
  id: string,
): Promise<void> {
  const now = clock.now()
  await store.commit([
    { do: 'insert', in: 'results', key: keyOf(id), doc: { begun: now }, expires: now + KEPT },
  ])
}

/** Returns the hook: whether a gateway with this store started the work of an id. */
export function createBegunHere(store: Pick<Store, 'get'>): (id: string) => Promise<boolean> {
  return async id => (await store.get('results', keyOf(id))) !== undefined
}
