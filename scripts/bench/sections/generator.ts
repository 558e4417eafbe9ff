/** The generator as whole processes: this catalog, and much larger ones. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../lib/bench.ts'
import { ROOT, runFile, secondsOf } from '../lib/process.ts'
import { num, type Aim } from '../lib/report.ts'
import { syntheticCatalog } from '../lib/synthetic.ts'

const CLI = 'generator/run.mjs'
/** The file in which commands keep what they have built. */
const KEPT = join(ROOT, 'node_modules/.cache/farebox/generator/built')
const AIMS = { 'first check': 0.7, check: 0.7, 'first generate': 1.5, generate: 1.5 }

/** Seconds of commands: `first` ones find nothing that an earlier command has built or made. */
interface Times {
  routes: number
  'first check': number
  check: number
  'first generate': number
  generate: number
}

const COMMANDS = ['first check', 'check', 'first generate', 'generate'] as const
type Command = (typeof COMMANDS)[number]

/** Seconds of `check` and `generate` of a catalog with `extra` routes more. */
async function time(extra: number, times: number): Promise<Times> {
  const made = syntheticCatalog(extra)
  const run = (command: string) => () => runFile(CLI, [command], made.dir)
  try {
    rmSync(KEPT, { force: true })
    return {
      routes: extra,
      'first check': await secondsOf(1, run('check')),
      check: await secondsOf(times, run('check')),
      'first generate': await secondsOf(1, run('generate')),
      generate: await secondsOf(times, run('generate')),
    }
  } finally {
    made.remove()
  }
}

/** Seconds that each further 1,000 routes cost between two sizes. */
const slope = (of: Command, small: Times, large: Times) =>
  ((large[of] - small[of]) / (large.routes - small.routes)) * 1000

function linear(of: Command, all: readonly Times[]): Aim {
  const [none, some, many] = all as [Times, Times, Times]
  const first = slope(of, none, some)
  const later = slope(of, some, many)
  const measured =
    `${num(first, 2)} s for each 1,000 routes up to ${num(some.routes)}, ${num(later, 2)} s ` +
    `up to ${num(many.routes)}`
  return {
    what: `${of} grows linearly`,
    aim: 'the second <= 1.3 times the first',
    measured,
    holds: later <= first * 1.3,
  }
}

/** Section 7. The quick bench leaves the large catalogs out. */
export const generator: Section = async bench => {
  const sizes = bench.quick ? [0] : [0, 2000, 20_000]
  const all: Times[] = []
  for (const extra of sizes) all.push(await time(extra, extra ? 1 : bench.quick ? 2 : 5))
  const here = all[0]!
  const aims: Aim[] = COMMANDS.map(of => ({
    what: `${of} of this catalog`,
    aim: `<= ${AIMS[of]} s`,
    measured: `${num(here[of], 2)} s`,
    holds: here[of] <= AIMS[of],
  }))
  if (all.length === 3) aims.push(linear('first check', all), linear('first generate', all))
  const rows = all.map(t => [
    t.routes ? `and ${num(t.routes)} made-up routes` : 'this catalog',
    ...COMMANDS.map(of => num(t[of], 2)),
  ])
  return {
    title: '7. Generator, whole processes (seconds)',
    tables: [{ head: ['', ...COMMANDS], rows }],
    aims,
    data: all,
    notes: [
      'all include the start of Node; the generator is bundled once before; first commands find ' +
        'nothing that an earlier one has built, and an empty folder',
    ],
  }
}
