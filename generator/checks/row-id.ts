/**
 * Finds row ids that are unlike those of all other rows of their file: without the owner of
 * `owner/name`, or with an owner that other rows write with other capital letters.
 */
import { warning, type Check } from './check.ts'
import type { RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** With fewer other rows, they show no form. */
const ENOUGH = 3

/** Warns of ids in another form than all others. */
export const rowId: Check = {
  code: 'row-id',
  run: ({ tables }) => tables.flatMap(({ rows }) => rows.flatMap(row => unlike(row, rows))),
}

const ownerOf = (id: string): string | undefined => /^([^/]+)\/./.exec(id)?.[1]

function unlike(row: RowIR, rows: readonly RowIR[]): Problem[] {
  const owners = rows.flatMap(other => (other === row ? [] : (ownerOf(other.id) ?? [])))
  if (owners.length < Math.max(ENOUGH, rows.length - 1)) return []
  const own = ownerOf(row.id)
  if (own === undefined) {
    const hint = `write it with its owner, e.g. ${owners[0]!}/${row.id}`
    const message = `the id \`${row.id}\` has no owner, unlike all other ids of this file`
    return [warning('row-id', row.place, message, { hint })]
  }
  const same = owners.find(one => one.toLowerCase() === own.toLowerCase())
  if (same === undefined || owners.includes(own)) return []
  const hint = `write ${same}/${row.id.slice(own.length + 1)}`
  return [warning('row-id', row.place, `other rows write \`${own}\` as \`${same}\``, { hint })]
}
