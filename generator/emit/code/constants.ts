/** Finds tables of constants that a file declares once, above their users. */
import { freeNames, isSame } from '../../js/ask.ts'
import type { Js } from '../../js/tree.ts'
import type { Let } from '../../ir.ts'
import type { Constant } from './file.ts'
import { REPLY } from './function.ts'

/**
 * Lets that are plain tables and have the same value wherever the file uses their name, by name.
 */
export function constantTables(lets: readonly Let[]): Map<string, Js> {
  const found = new Map<string, Js | undefined>()
  for (const l of lets) {
    const known = found.get(l.name)
    const isNew = !found.has(l.name)
    const same = isConstant(l) && (isNew || (known !== undefined && isSame(known, l.code.js)))
    found.set(l.name, same ? l.code.js : undefined)
  }
  return new Map([...found].filter((entry): entry is [string, Js] => entry[1] !== undefined))
}

/** Their declarations. */
export function constantStatements(tables: ReadonlyMap<string, Js>): Constant[] {
  return [...tables].map(([constant, value]) => ({ constant, value, isOwn: true }))
}

function isConstant({ name, code: { js } }: Let): boolean {
  return (
    isMadeOfTable(js) && freeNames(js).size === 0 && !(REPLY as readonly string[]).includes(name)
  )
}

/** Whether an expression is a table, or the result of methods of one. */
function isMadeOfTable(js: Js): boolean {
  if (js.kind === 'call') return js.isNew === true || isMadeOfTable(js.of)
  return js.kind === 'member' ? isMadeOfTable(js.of) : js.kind === 'object' || js.kind === 'array'
}
