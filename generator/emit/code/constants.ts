/** Tables of constants that a file declares once, above what uses them. */
import type { Let } from '../../ir.ts'
import { HELPERS, REPLY } from './function.ts'
import { layout } from './layout.ts'
import { freeNames } from './scan.ts'

/** Lets that are plain tables and mean the same wherever the file uses their name, by name. */
export function constantTables(lets: readonly Let[]): Map<string, string> {
  const found = new Map<string, string | undefined>()
  for (const l of lets) {
    const known = found.get(l.name)
    const same = isConstant(l) && (known === l.code.code || !found.has(l.name))
    found.set(l.name, same ? l.code.code : undefined)
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Their declarations. `helper` hears of what they call. */
export function constantTexts(
  tables: ReadonlyMap<string, string>,
  helper: (name: string) => void,
): string[] {
  return [...tables].map(([name, code]) => {
    for (const used of freeNames(code)) if (HELPERS.has(used)) helper(used)
    return `const ${name} = ${layout(code, '', name.length + 9)}`
  })
}

function isConstant(l: Let): boolean {
  return (
    /^[[{]|^new (?:Set|Map)\b/.test(l.code.code) &&
    [...freeNames(l.code.code)].every(
      name => HELPERS.has(name) || name === 'Set' || name === 'Map',
    ) &&
    !(REPLY as readonly string[]).includes(l.name)
  )
}
