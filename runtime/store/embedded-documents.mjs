// @ts-check
/**
 * Documents in SQLite: reads, and compare-and-set changes inside a shared transaction. A message is
 * a flat array `[now, …]`; each operation is a code and its fields, so that copying it to the
 * thread is cheap: `1 changes (kind collection key version doc tag expires)*` commit, `2 collection
 * key` get, `3 collection tag limit skip` list, `4` ping, `5 limit` purge. Kinds: 1 insert, 2
 * replace, 3 remove. Version -1 means any, expires 0 never.
 */
import { sumOf } from './embedded-check.mjs'

/** @param {import('libsql').Database} db */
function statements(db) {
  const raw = sql => db.prepare(sql).raw(true)
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    mark: db.prepare('SAVEPOINT batch'),
    keep: db.prepare('RELEASE batch'),
    back: db.prepare('ROLLBACK TO batch'),
    insert: db.prepare(`INSERT INTO docs(c, k, tag, version, expires, doc, sum)
      VALUES(?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING`),
    lapse: db.prepare('DELETE FROM docs WHERE k = ? AND c = ? AND expires > 0 AND expires <= ?'),
    replace:
      db.prepare(`UPDATE docs SET doc = ?, sum = ?, tag = ?, expires = ?, version = version + 1
      WHERE k = ? AND c = ? AND version = ? AND (expires = 0 OR expires > ?)`),
    removeAny: db.prepare('DELETE FROM docs WHERE k = ? AND c = ?'),
    remove: db.prepare(
      'DELETE FROM docs WHERE k = ? AND c = ? AND version = ? AND (expires = 0 OR expires > ?)',
    ),
    get: raw(
      'SELECT doc, version, tag FROM docs WHERE k = ? AND c = ? AND (expires = 0 OR expires > ?)',
    ),
    list: raw(`SELECT k, doc, version FROM docs
      WHERE c = ? AND tag = ? AND tag <> '' AND (expires = 0 OR expires > ?) ORDER BY id LIMIT ? OFFSET ?`),
    purge: db.prepare(
      'DELETE FROM docs WHERE id IN (SELECT id FROM docs WHERE expires > 0 AND expires <= ? ORDER BY expires LIMIT ?)',
    ),
  }
}

/** Applies one change. Returns whether it fitted. */
function change(sql, now, m, i) {
  const [kind, c, k, version, doc, tag, expires] = [
    m[i],
    m[i + 1],
    m[i + 2],
    m[i + 3],
    m[i + 4],
    m[i + 5],
    m[i + 6],
  ]
  if (kind === 1) {
    const insert = () => sql.insert.run(c, k, tag, expires, doc, sumOf(doc)).changes === 1
    return insert() || (sql.lapse.run(k, c, now).changes === 1 && insert())
  }
  if (kind === 2) {
    return sql.replace.run(doc, sumOf(doc), tag, expires, k, c, version, now).changes === 1
  }
  if (version >= 0) return sql.remove.run(k, c, version, now).changes === 1
  sql.removeAny.run(k, c)
  return true
}

/** Applies all changes of one commit or none. A single change is atomic by itself. */
function commit(sql, now, m, i) {
  const changes = m[i]
  if (changes === 1) return change(sql, now, m, i + 1)
  sql.mark.run()
  for (let n = 0; n < changes; n++) {
    if (change(sql, now, m, i + 1 + n * 7)) continue
    sql.back.run()
    sql.keep.run()
    return false
  }
  sql.keep.run()
  return true
}

/**
 * Creates the operations of the thread: `run` adds the answers of one message, `end` makes them
 * durable, `undo` rolls them back.
 */
export function createDocuments(db) {
  const sql = statements(db)
  let open = false
  const begin = () => {
    if (!open) {
      sql.begin.run()
      open = true
    }
  }
  const step = (now, m, i, replies) => {
    switch (m[i]) {
      case 1:
        begin()
        replies.push(commit(sql, now, m, i + 1) ? 1 : 0)
        return i + 2 + m[i + 1] * 7
      case 2:
        replies.push(sql.get.get(m[i + 2], m[i + 1], now) ?? null)
        return i + 3
      case 3:
        replies.push(sql.list.all(m[i + 1], m[i + 2], now, m[i + 3], m[i + 4]))
        return i + 5
      case 4:
        replies.push(1)
        return i + 1
      case 5:
        begin()
        replies.push(sql.purge.run(now, m[i + 1]).changes)
        return i + 2
      default:
        throw new Error(`no operation ${m[i]}`)
    }
  }
  return {
    run(m, replies) {
      for (let i = 1; i < m.length;) i = step(m[0], m, i, replies)
    },
    end() {
      if (open) {
        sql.commit.run()
        open = false
      }
    },
    undo() {
      if (!open) return
      open = false
      try {
        sql.rollback.run()
      } catch {
        /* SQLite has rolled back by itself (full disk) */
      }
    },
  }
}
