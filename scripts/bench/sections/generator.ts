/** The generator as whole processes: this catalog, and much larger ones. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Section } from '../lib/bench.ts'
import { ROOT, runFile, secondsOf } from '../lib/process.ts'
import { num, type Aim } from '../lib/report.ts'
import { syntheticCatalog } from '../lib/synthetic.ts'

const CLI = 'generator/run.mjs'
/** What commands keep of what they have built. */
const KEPT = join(ROOT, 'node_modules/.cache/farebox/generator/built')
const AIMS = { check: 0.7, generate: 1.5 }

interface Times {
  routes: number
  /** Of a `check` that finds nothing that an earlier command has built. */
  first: number
  check: number
  generate: number
}

/** Seconds of `check`, alone and after others, and of `generate`, with `extra` routes more. */
async function time(extra: number, times: number): Promise<Times> {
  const made = syntheticCatalog(extra)
  try {
    rmSync(KEPT, { force: true })
    const first = await secondsOf(1, () => runFile(CLI, ['check'], made.dir))
    const check = await secondsOf(times, () => runFile(CLI, ['check'], made.dir))
    const generate = await secondsOf(times, () => runFile(CLI, ['generate'], made.dir))
    return { routes: extra, first, check, generate }
  } finally {
    made.remove()
  }
}

/** Seconds that each further 1,000 routes cost between two sizes. */
const slope = (of: 'check' | 'generate', small: Times, large: Times) =>
  ((large[of] - small[of]) / (large.routes - small.routes)) * 1000

function linear(of: 'check' | 'generate', all: readonly Times[]): Aim {
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
  const aims: Aim[] = (['check', 'generate'] as const).map(of => ({
    what: `${of} of this catalog`,
    aim: `<= ${AIMS[of]} s`,
    measured: `${num(here[of], 2)} s`,
    holds: here[of] <= AIMS[of],
  }))
  if (all.length === 3) aims.push(linear('check', all), linear('generate', all))
  const rows = all.map(t => [
    t.routes ? `and ${num(t.routes)} made-up routes` : 'this catalog',
    num(t.first, 2),
    num(t.check, 2),
    num(t.generate, 2),
  ])
  return {
    title: '7. Generator, whole processes (seconds)',
    tables: [{ head: ['', 'first check', 'check', 'generate'], rows }],
    aims,
    data: all,
    notes: [
      'generate writes into an empty folder, at first; all include the start of Node; the ' +
        'generator is bundled once before; the first check finds nothing that an earlier command ' +
        'has built, the others do',
    ],
  }
}
