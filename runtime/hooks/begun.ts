/**
 * Records work that continues at an upstream under the upstream's id, so that only callers of this
 * gateway can ask for it here.
 */
import type { Clock } from '../seams.ts'
import type { Store } from '../store/store.ts'

/** Ms for which it may be asked for. */
const KEPT = 48 * 3_600_000

const keyOf = (id: string): string => `begun/${id}`

/** Records that this gateway started something. A known id is left as it is. */
export async function noteBegun(
  { store, clock }: { store: Pick<Store, 'commit'>; clock: Clock },
  id: string,
): Promise<void> {
  const now = clock.now()
  await store.commit([
    { do: 'insert', in: 'results', key: keyOf(id), doc: { begun: now }, expires: now + KEPT },
  ])
}

/** The hook: whether a gateway with this store started something. */
export function createBegunHere(store: Pick<Store, 'get'>): (id: string) => Promise<boolean> {
  return async id => (await store.get('results', keyOf(id))) !== undefined
}
