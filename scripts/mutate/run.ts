/**
 * `npm run mutate -- FOLDER`: changes the code of a folder in small ways, one at a time, and runs
 * the tests that should notice. Not part of CI: a folder takes minutes.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { stringify } from 'yaml'
import { FROZEN, generatedFolder, generateOnce } from '../../test/helpers/catalogs.ts'
import { BUNDLED, FOLDERS } from './folders.ts'
import { sampleOf } from './sample.ts'
import { ACCEPTED, compare, outcomeOf, type Outcome } from './survivors.ts'

/** Above this share of survivors a folder fails. */
const MOST = 0.1
const OUT = '.farebox/mutate'

const HELP = `npm run mutate -- FOLDER [FILE...] [--sample N] [--seed S] [--concurrency 2]
                         [--tests GLOB]... [--static] [--force]

Changes the code of FOLDER in small ways, one at a time, and runs the tests that should notice.
Prints the mutations that no test noticed (survivors) and their share. Fails above ${MOST * 100} percent, or
when a survivor is not in ${ACCEPTED}, where each accepted one stands with a reason.
Results are kept in ${OUT}: the next run tries only what changed.

  FILE           only these files of the folder, as names or globs ("merge.ts")
  --sample       only N lines of FOLDER, chosen at random: minutes instead of hours. Mutations that
                 need more than one line, such as a block without its content, are not tried.
  --seed         chooses other lines (1)
  --concurrency  how many mutants are tried at once (2)
  --tests        only these tests, instead of all that are listed below: a file of a large folder is
                 tried faster with the tests that are about it
  --static       also mutate code that runs when its file is loaded, such as constants; slow
  --force        try everything again

Never mutated, because it runs in browsers only: ${BUNDLED.join(' ')}

Folders and their tests (scripts/mutate/folders.ts):
${Object.entries(FOLDERS)
  .map(([folder, tests]) => `  ${folder.padEnd(20)} ${tests.join(' ')}`)
  .join('\n')}
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
    tests: { type: 'string', multiple: true },
    static: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
})
const [folder = '', ...names] = positionals.map(one => one.replace(/\/$/, ''))
const tests = values.tests ?? FOLDERS[folder]

if (values.help || !FOLDERS[folder] || !/^[1-9]\d*$/.test(values.sample ?? '1')) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}

type Options = NonNullable<ConstructorParameters<typeof Stryker>[0]>

function prepare(): void {
  const generated = generatedFolder(FROZEN)
  generateOnce(FROZEN, generated)
  mkdirSync(OUT, { recursive: true })
  Object.assign(process.env, {
    MUTATE_TESTS: tests!.join(' '),
    CATALOG: FROZEN,
    GENERATED: generated,
  })
}

/** Folders below FOLDER that have tests of their own, or that mutations do not reach. */
const below = [...Object.keys(FOLDERS), ...BUNDLED].filter(other => other.startsWith(`${folder}/`))

/** The files of FOLDER without those folders, or the files that are named. */
function ownFiles(): string[] {
  if (names.length > 0) return names.map(name => `${folder}/${name}`)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name}`)
    .filter(file => file.endsWith('.ts') && !below.some(other => file.startsWith(`${other}/`)))
}

/** What Stryker mutates: lines of a sample, or the files that are named, or the whole folder. */
function mutated(): string[] {
  if (values.sample) return sampleOf(ownFiles(), Number(values.sample), values.seed)
  if (names.length > 0) return names.map(name => `${folder}/${name}`)
  return [`${folder}/**/*.ts`, ...below.map(path => `!${path}/**`)]
}

async function run(): Promise<Outcome> {
  const name = folder.replaceAll('/', '-')
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants.config.ts', related: false },
    mutate: mutated(),
    coverageAnalysis: 'perTest',
    ignoreStatic: !values.static,
    incremental: !values.sample,
    incrementalFile: `${OUT}/${name}.json`,
    force: values.force,
    concurrency: Number(values.concurrency),
    timeoutMS: 20_000,
    tempDirName: `${OUT}/sandbox`,
    ignorePatterns: ['.farebox', 'coverage'],
    reporters: ['html', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    htmlReporter: { fileName: `${OUT}/${name}.html` },
    logLevel: 'warn' as Options['logLevel'],
    allowConsoleColors: false,
    disableTypeChecks: false,
    // Stryker would rewrite tsconfig.json with a compiler API that TypeScript 7 does not have.
    tsconfigFile: 'none',
  })
  return outcomeOf(await stryker.runMutationTest())
}

function report({ tried, survivors, skipped }: Outcome): boolean {
  const { open, stale } = compare(folder, survivors)
  const share = survivors.length / Math.max(tried, 1)
  if (open.length > 0)
    console.log(`Survivors that ${ACCEPTED} does not list:\n\n${stringify(open, { lineWidth: 0 })}`)
  if (names.length === 0 && !values.sample && stale.length > 0)
    console.log(`Listed in ${ACCEPTED}, but noticed now:\n\n${stringify(stale, { lineWidth: 0 })}`)
  console.log(
    `${folder}: ${tried} mutants, ${survivors.length} survived ` +
      `(${(share * 100).toFixed(1)} percent), ` +
      `${open.length} of them not listed; ${skipped} not tried. ` +
      `${OUT}/${folder.replaceAll('/', '-')}.html shows them.`,
  )
  return share <= MOST && open.length === 0
}

prepare()
process.exitCode = report(await run()) ? 0 : 1
