/** The responses that the upstream stores, until its memory is cleared. */
import { json } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'
import type { Shelf } from '../cache.ts'
import type { Made } from './made.ts'

const KEPT = 2000

function kept(shelf: Shelf): Map<string, Made> {
  const all = (shelf.get('responses') as Map<string, Made> | undefined) ?? new Map<string, Made>()
  shelf.set('responses', all)
  return all
}

/** Keeps a response. */
export function store(shelf: Shelf, made: Made): void {
  const all = kept(shelf)
  all.set(made.id, made)
  if (all.size > KEPT) all.delete(all.keys().next().value!)
}

/** A stored response. */
export const recall = (shelf: Shelf, id: string): Made | undefined => kept(shelf).get(id)

/** Deletes a response. */
export function forget(shelf: Shelf, id: string): UpstreamReply {
  kept(shelf).delete(id)
  return json(200, { id, object: 'response', deleted: true })
}
