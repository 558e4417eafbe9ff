/** The survivors of a mutation run, and the accepted ones. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parse } from 'yaml'
import type { Stryker } from '@stryker-mutator/core'

/** The file of accepted survivors. */
export const ACCEPTED = 'test/mutants.yaml'

/** A mutation that no test noticed, named by its text, so that moved lines stay the same one. */
export interface Survivor {
  file: string
  /** The line before the mutation, without the blanks around it. */
  line: string
  /** The same line after it. */
  becomes: string
}

/** A survivor that stays, with the reason. */
export interface Accepted extends Survivor {
  why: string
}

/** The outcome of a run: the figures, and the survivors. */
export interface Outcome {
  tried: number
  survivors: Survivor[]
  /** Mutants in code that runs once, when its file is loaded; only tried with `--static`. */
  skipped: number
}

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const ALIVE = new Set(['Survived', 'NoCoverage'])
const DEAD = new Set(['Killed', 'Timeout'])

/** The accepted survivors. Throws if one has no reason. */
function acceptedSurvivors(): Accepted[] {
  const all = (parse(readFileSync(ACCEPTED, 'utf8')) ?? []) as Accepted[]
  const bare = all.find(one => !one.why)
  if (bare) throw new Error(`${ACCEPTED}: no \`why\` for ${bare.file}: ${bare.line}`)
  return all
}

/** Counts results and names survivors. */
export function outcomeOf(results: readonly MutantResult[]): Outcome {
  const alive = results.filter(one => ALIVE.has(one.status))
  const dead = results.filter(one => DEAD.has(one.status))
  return {
    tried: alive.length + dead.length,
    survivors: alive.map(survivorOf),
    skipped: results.filter(one => one.status === 'Ignored').length,
  }
}

/** The survivors that are not accepted, and the accepted ones of a folder that died since. */
export function compare(
  folder: string,
  survivors: readonly Survivor[],
): { open: Survivor[]; stale: Accepted[] } {
  const accepted = acceptedSurvivors().filter(one => one.file.startsWith(`${folder}/`))
  const known = new Set(accepted.map(keyOf))
  const alive = new Set(survivors.map(keyOf))
  return {
    open: survivors.filter(one => !known.has(keyOf(one))),
    stale: accepted.filter(one => !alive.has(keyOf(one))),
  }
}

const keyOf = ({ file, line, becomes }: Survivor): string => `${file}\0${line}\0${becomes}`

/** Lines and columns of a result count from 1. */
function survivorOf({ fileName, location: { start, end }, replacement }: MutantResult): Survivor {
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const [first, last] = [lines[start.line - 1]!, lines[end.line - 1]!]
  const after = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1)
  return {
    file: relative(process.cwd(), fileName),
    line: oneLine(first),
    becomes: oneLine(after),
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
