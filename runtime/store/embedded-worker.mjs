// @ts-check
/**
 * The thread that owns the SQLite file of the embedded store. It takes flat arrays of operations,
 * runs each in one transaction, and answers after the one fsync of its commit (group commit). Plain
 * JavaScript, so that Node loads it as it is.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'
import { check, upgrade } from './embedded-check.mjs'
import { createDocuments } from './embedded-documents.mjs'

/**
 * Settings for one process: a write-ahead log that is synced at each commit, a checkpoint every 16
 * MiB, 8 MiB of cache.
 */
const PRAGMAS = [
  'locking_mode=EXCLUSIVE',
  'journal_mode=WAL',
  'synchronous=FULL',
  'busy_timeout=0',
  'wal_autocheckpoint=4000',
  'cache_size=-8192',
]
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/**
 * Opens the file for this process alone. The exclusive lock belongs to the kernel, so it ends with
 * the process, however that ends.
 */
function open() {
  const db = new Database(workerData.file)
  for (const pragma of PRAGMAS) db.prepare(`PRAGMA ${pragma}`).all()
  db.exec('BEGIN EXCLUSIVE')
  db.exec(`
    CREATE TABLE IF NOT EXISTS docs(id INTEGER PRIMARY KEY, c TEXT NOT NULL, k TEXT NOT NULL, tag TEXT NOT NULL, version INTEGER NOT NULL,
      expires INTEGER NOT NULL, doc TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0);
    CREATE UNIQUE INDEX IF NOT EXISTS docs_key ON docs(k, c);
    CREATE INDEX IF NOT EXISTS docs_tag ON docs(c, tag, id) WHERE tag <> '';
    CREATE INDEX IF NOT EXISTS docs_expires ON docs(expires) WHERE expires > 0;`)
  upgrade(db)
  db.exec('COMMIT')
  check(db)
  return db
}

/**
 * Runs a message in one transaction and answers all of its operations; an error rolls back and
 * fails all of them.
 */
function serve(documents, message) {
  const replies = []
  try {
    documents.run(message, replies)
    documents.end()
    port.postMessage(replies)
  } catch (error) {
    documents.undo()
    port.postMessage({ error: String(error) })
  }
}

try {
  const db = open()
  const documents = createDocuments(db)
  port.postMessage('ready')
  port.on('message', message => {
    if (message !== 'close') return serve(documents, message)
    db.close()
    port.postMessage('closed')
    port.close()
  })
} catch (error) {
  const code = /** @type {{ code?: string }} */ (error).code ?? ''
  const damaged = code.startsWith('SQLITE_CORRUPT') || /damaged|malformed/i.test(String(error))
  const busy = code.startsWith('SQLITE_BUSY') || /locked|busy/i.test(String(error))
  port.postMessage({ refused: String(error), damaged, busy })
}
