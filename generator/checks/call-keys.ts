/** Finds the places of the keys of a lowered call. */
import { entriesOf, entryOf, valueOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import type { CallIR } from '../ir.ts'
import type { Place } from '../types.ts'

/** The place of a key of a call; undefined where it is not written. */
export function callKey(flat: Flat, call: CallIR, key: string): Place | undefined {
  const upstream = flat.upstreams.find(one => one.name === call.upstream)
  const own = entriesOf(valueOf(upstream?.value, 'calls')).find(
    entry => `${call.upstream}.${entry.key}` === call.id,
  )
  return entryOf(own?.value, key)?.keyPlace
}
