/** Reads long lists of the store, a page at a time. */
import type { Collection, Store, Stored } from './store.ts'

/**
 * Reads all documents with a tag, oldest first, `page` at a time. What is removed meanwhile may
 * hide as many others: collect what is needed first, and change it then.
 */
export async function* documentsOf<T>(
  store: Pick<Store, 'list'>,
  collection: Collection,
  tag: string,
  page = 500,
): AsyncGenerator<{ key: string; stored: Stored<T> }> {
  for (let skip = 0; ; skip += page) {
    const found = await store.list<T>(collection, tag, page, skip)
    yield* found
    // A page may be short, because a document was changed while it was read.
    if (found.length === 0) return
  }
}
