/** The tables of keys: their examples are what they say, and the page is made of them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CALL_KEYS } from '../../generator/language/calls.ts'
import { membersOf, type Key, type Keys } from '../../generator/language/key.ts'
import { ROUTE_KEYS } from '../../generator/language/routes.ts'
import { SECTIONS } from '../../generator/language/reference.ts'
import { shapesOf } from '../../generator/language/shapes.ts'
import { readFile } from '../../generator/read/document.ts'
import { keys } from '../../generator/shape/schema.ts'
import { SCHEMA_DEFS } from '../../generator/shape/schemas.ts'
import { checkShape } from '../../generator/shape/walk.ts'
import { REFERENCE, referencePage } from '../../scripts/readme-tables.ts'

/** Every key of a table by its path, with the table in which its example stands. */
function all(table: Keys, prefix: string, outer: Keys): [string, Key, Keys][] {
  return Object.entries(table).flatMap(([name, key]): [string, Key, Keys][] => {
    const isInMap = !Object.hasOwn(table, /^[$\w]+/.exec(key.example)![0])
    return [
      [prefix + name, key, isInMap ? outer : table],
      ...(key.keys ? all(key.keys, `${prefix}${name}.`, table) : []),
    ]
  })
}

const every = SECTIONS.flatMap(({ title, keys: table }) => all(table, `${title} `, table))

describe('the keys of the language', () => {
  it.each(every)('%s has an example that the checker takes', (path, key, table) => {
    const { value, problems } = readFile({ path: `${path}.yaml`, text: `${key.example}\n` })
    expect(problems).toEqual([])
    expect(JSON.stringify(value.raw)).toContain(path.split(/[ .]/).at(-1)!)
    // Values of `by` are keys of a price that only the price knows.
    const open = key.example.startsWith('by:') ? { additionalProperties: {} } : {}
    expect(
      checkShape(value.raw!, { ...keys('', shapesOf(table)), ...open, $defs: SCHEMA_DEFS }),
    ).toEqual([])
  })

  it('has no two members of one name, and no two of one rank', () => {
    for (const table of [ROUTE_KEYS, CALL_KEYS] as Keys[]) {
      const flat = all(table, '', table).filter(([path]) => !path.includes('.'))
      const ranks = flat.flatMap(([, { rank, member }]) => (member === 'path' ? [] : (rank ?? [])))
      expect(new Set(ranks).size).toBe(ranks.length)
    }
  })

  it('finds a member inside of a map under the path that staff write', () => {
    expect(membersOf(ROUTE_KEYS, { redeliver: 5 }).map(({ path }) => path)).toEqual([
      'pay.redeliver',
    ])
  })

  it('is what catalog/REFERENCE.md says', async () => {
    expect(readFileSync(REFERENCE, 'utf8')).toBe(await referencePage())
  })
})
