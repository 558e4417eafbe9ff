// @ts-check
/**
 * Checks for damage when the store is opened, so that the gateway never works with records that
 * differ from what was written. SQLite checks its own pages (`quick_check`), and each document has
 * a checksum. Both checks are bounded, so that a large store opens in seconds.
 */
import { crc32 } from 'node:zlib'

/**
 * Largest file (bytes) whose pages are all checked, and the number of documents that are checked:
 * the newest ones, which include unfinished work.
 */
const PAGES_UP_TO = 2 ** 30
const DOCUMENTS = 200_000

/**
 * Computes the checksum of a document's JSON. It is never 0, which marks a document written before
 * checksums existed.
 */
export const sumOf = (/** @type {string} */ doc) => crc32(doc) || 1

/** Adds the columns that stores of earlier versions lack. */
export function upgrade(/** @type {import('libsql').Database} */ db) {
  const columns = db
    .prepare('PRAGMA table_info(docs)')
    .all()
    .map(column => column.name)
  if (columns.includes('sum')) return
  db.exec('ALTER TABLE docs ADD COLUMN sum INTEGER NOT NULL DEFAULT 0')
}

/** Checks the pages and documents of a store. Throws an error that names the damage. */
export function check(/** @type {import('libsql').Database} */ db) {
  const pragma = (/** @type {string} */ name) => db.prepare(`PRAGMA ${name}`).raw(true).get()[0]
  const size = pragma('page_count') * pragma('page_size')
  const found = size > PAGES_UP_TO ? 'ok' : pragma('quick_check(1)')
  if (found !== 'ok') throw new Error(`damaged: ${found}`)
  const documents = db.prepare('SELECT c, k, sum, doc FROM docs ORDER BY id DESC LIMIT ?').raw(true)
  for (const [collection, key, sum, doc] of documents.iterate(DOCUMENTS)) {
    if (isWhole(sum, doc)) continue
    throw new Error(`damaged: the document ${key} of ${collection} is not what was written`)
  }
}

function isWhole(/** @type {number} */ sum, /** @type {unknown} */ doc) {
  if (typeof doc !== 'string') return false
  if (sum !== 0) return sumOf(doc) === sum
  try {
    JSON.parse(doc)
    return true
  } catch {
    return false
  }
}
