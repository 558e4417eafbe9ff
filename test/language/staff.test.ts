/**
 * Mistakes of product staff in the whole catalog: each is found on its line, with what to write.
 * A run tries all slips of the editor and some of the others; ALL=1 tries every one.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { lineOf, lineStarts } from '../../generator/read/lines.ts'
import type { Problem, SourceFile } from '../../generator/types.ts'
import { edited } from '../checks/small-catalog.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { GATEWAY_MISTAKES } from './staff/gateway.ts'
import type { Mistake } from './staff/mistake.ts'
import { PRICES } from './staff/prices.ts'
import { ROUTES } from './staff/routes.ts'
import { ROWS } from './staff/rows.ts'
import { TEXTS } from './staff/texts.ts'

const real = readCatalog(CATALOG)
/** Unix seconds at which the catalog is read. */
const NOW = 1_800_000_000
/** Of each list so many are tried in a test run; all of them with ALL=1. */
const EVERY = process.env.ALL === undefined ? 24 : 1

/** Whether a problem stands on the line of a mistake, itself or by another of its places. */
function onLine(mistake: Mistake, files: readonly SourceFile[], problems: readonly Problem[]) {
  const path = 'in' in mistake.edits[0]! ? mistake.edits[0].in : mistake.edits[0]!.write
  const [before, after] = [real, files].map(all => all.find(one => one.path === path)!.text)
  let first = 0
  while (before![first] === after![first]) first++
  const starts = lineStarts(after!)
  const line = lineOf(starts, mistake.at ? after!.indexOf(mistake.at) : first)
  return problems.filter(({ place, also = [] }) =>
    [place, ...also.map(one => one.place)].some(
      one => one.file === path && lineOf(starts, one.start) === line,
    ),
  )
}

const some = (all: readonly Mistake[], from: number): readonly Mistake[] =>
  all.filter((_one, i) => i % EVERY === from % EVERY)

describe('mistakes of product staff', () => {
  it('starts from a catalog without problems', () =>
    expect(compile(real, NOW).problems).toEqual([]))

  it.each([
    // Texts are cheap: nothing behind the reader is asked.
    ...TEXTS,
    ...[PRICES, ROWS, GATEWAY_MISTAKES, ROUTES].flatMap(some),
  ])('$name', mistake => {
    const files = edited(mistake.edits, real)
    const found = onLine(mistake, files, compile(files, NOW).problems)
    expect(found.map(({ message, hint = '' }) => `${message} | ${hint}`).join('\n')).toMatch(
      mistake.says,
    )
  })
})
