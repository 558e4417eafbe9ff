/**
 * The compiler finds typos: of some hundred one-letter mistakes in the real catalog nearly all are
 * reported, on their line.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { CODES } from '../../generator/problems/codes.ts'
import { lineOf, lineStarts } from '../../generator/read/lines.ts'
import type { Problem } from '../../generator/types.ts'
import { seeded, sitesOf, typoAt, type Typo } from './typos.ts'
import { runs } from '../helpers/runs.ts'

const COUNT = runs(30)
const LEAST = 0.95
/** The most typos that are compiled at once. */
const AT_ONCE = 20

const files = readCatalog(CATALOG)

function typos(): Typo[] {
  const random = seeded(20_261_121)
  const sites = files.flatMap(sitesOf)
  const found = new Map<string, Typo>()
  while (found.size < COUNT) {
    const site = sites[Math.floor(random() * sites.length)]!
    const typo = typoAt(
      site,
      files.find(file => file.path === site.file)!,
      random,
    )
    if (typo) found.set(`${typo.file}:${typo.start}:${typo.after}`, typo)
  }
  return [...found.values()]
}

function problemsOf(typos: readonly Typo[]): Problem[] {
  const texts = new Map(typos.map(({ file, text }) => [file, text]))
  return compile(files.map(file => ({ ...file, text: texts.get(file.path) ?? file.text }))).problems
}

/** Parts typos into groups whose files all differ. */
function grouped(typos: readonly Typo[]): Typo[][] {
  const groups: Typo[][] = []
  for (const typo of typos) {
    const free = groups.find(
      group => group.length < AT_ONCE && group.every(({ file }) => file !== typo.file),
    )
    if (free) free.push(typo)
    else groups.push([typo])
  }
  return groups
}

/**
 * The problems of each typo of a group. All are compiled at once, then those that were not reported
 * on their line, because an earlier pass found others; what is left at last is compiled alone.
 */
function problemsOfEach(group: readonly Typo[]): [Typo, Problem[]][] {
  const problems = problemsOf(group)
  if (group.length === 1) return [[group[0]!, problems]]
  const placed = group.filter(typo => onItsLine(typo, problems))
  const rest = group.filter(typo => !placed.includes(typo))
  const next = placed.length > 0 && rest.length > 0 ? [rest] : rest.map(typo => [typo])
  return [
    ...placed.map((typo): [Typo, Problem[]] => [typo, problems]),
    ...next.flatMap(problemsOfEach),
  ]
}

/** Whether a problem stands on the typo's line, itself or by its second place. */
function onItsLine(typo: Typo, problems: readonly Problem[]): boolean {
  const starts = lineStarts(typo.text)
  const line = lineOf(starts, typo.start)
  return problems
    .flatMap(one => [one.place, ...(one.also ?? []).map(also => also.place)])
    .some(place => place.file === typo.file && lineOf(starts, place.start) === line)
}

describe('typos in the real catalog', () => {
  it('starts from a catalog without problems', () => {
    expect(compile(files).problems.filter(one => one.severity === 'error')).toEqual([])
  })

  it(`reports at least ${LEAST * 100} percent of ${COUNT} typos, on the right line`, () => {
    const unknownCodes = new Set<string>()
    const results = grouped(typos())
      .flatMap(problemsOfEach)
      .map(([typo, problems]) => {
        for (const one of problems) if (!Object.hasOwn(CODES, one.code)) unknownCodes.add(one.code)
        return { typo, reported: problems.length > 0, placed: onItsLine(typo, problems), problems }
      })
    const reported = results.filter(one => one.reported)
    const placed = results.filter(one => one.placed)
    const lines = results
      .filter(one => !one.placed)
      .map(({ typo, reported: isReported, problems }) => {
        const line = lineOf(lineStarts(typo.text), typo.start) + 1
        const how = isReported
          ? `reported as ${problems[0]!.code} at ${problems[0]!.place.file}`
          : 'not reported'
        return `  ${typo.file}:${line} ${typo.kind}: ${typo.before} -> ${typo.after}: ${how}`
      })
    const percent = ((100 * placed.length) / results.length).toFixed(1)
    console.log(
      [
        `${results.length} typos: ${reported.length} reported, ${placed.length} on their line (${percent} %)`,
        ...lines,
      ].join('\n'),
    )
    expect([...unknownCodes]).toEqual([])
    expect(placed.length / results.length).toBeGreaterThanOrEqual(LEAST)
  }, 600_000)
})
