import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { CATALOG, FROZEN, generatedFolder } from './test/helpers/catalogs.ts'
import { redirect } from './test/helpers/redirect.mjs'

// `unit` opens no socket and starts no process, and is done in seconds. `system`
// runs real chains, stores and gateways. Both test the specification, on a frozen catalog. `catalog`
// tests what must hold for any catalog, on the live one.
// Files run in parallel, the tests within a file in order. One worker runs many files with the same
// loaded modules; files that replace modules (`vi.mock`) need a worker of their own.
// TEST_REPORT names a file for the results as JSON, from which .ci/run makes its closing line.
const report = process.env.TEST_REPORT

/**
 * Files that mostly wait, with the seconds for which they do, the longest first. One after the
 * other runs beside files that compute.
 */
const WAITING: ReadonlyMap<string, number> = new Map([
  ['crash/numbers', 140],
  ['work/crash', 70],
  ['live/recipes', 45],
  ['crash/schemes', 40],
  ['payments/redis-faults', 30],
  ['crash/started', 30],
  ['work/undo', 30],
  ['scripts/start', 30],
  ['crash/lease-sweep', 25],
  ['switch/processes', 25],
  ['crash/named-redis', 20],
  ['crash/funding-redis', 20],
  ['routes/sandbox-failures', 15],
  ['crash/faces', 15],
  ['hostile/thief', 15],
  ['payments/crash', 15],
])

/** Tests of the live catalog. All others are about the specification, or about no catalog. */
const CATALOG_TESTS = [
  'test/live/**/*.test.ts',
  'test/docs/documents.test.ts',
  'test/docs/judges.test.ts',
  'test/docs/schemas.test.ts',
  'test/scripts/readme.test.ts',
]

/**
 * Unit tests: helpers/no-sockets.ts fails what does not belong here. Files that take seconds are
 * system tests, such as the golden catalogs and large or random inputs.
 */
const UNIT_TESTS = [
  'test/{jobs,observe,protocols,seams,settings,streams}/*.test.ts',
  'test/input/!(forms).test.ts',
  'test/plan/!(check|command|examples|live).test.ts',
  'test/flows/stream-output.test.ts',
  'test/formula/!(money|oracle|typescript).test.ts',
  'test/catalog/*.test.ts',
  'test/checks/{counted-first,days,long-discount}.test.ts',
  'test/client/{erase,events,limits,refusals,requests,schema-types,sign-in,signing}.test.ts',
  'test/docs/{answers,extended,headers,openapi,shared,stated,talks}.test.ts',
  'test/documents/{accept,differences,encoding,markup}.test.ts',
  'test/emit/{answer-content,answers-on-pages,api-responses,call-scope}.test.ts',
  'test/emit/{catalog-code,catalog-index}.test.ts',
  'test/emit/{client-types,constants,error-answers,error-schemas}.test.ts',
  'test/emit/{conversations,dates,examples,front-page,inlined,json-documents}.test.ts',
  'test/emit/listed-translated.test.ts',
  'test/emit/{operation-names,price-tables,printed-types,printing,request-schema}.test.ts',
  'test/emit/{route-code,samples,schemas,shapes,shared-code,shared-members}.test.ts',
  'test/emit/{split-file,text-documents,tools,words,write}.test.ts',
  'test/hooks/{address,hooks,listed,public-url,sealed}.test.ts',
  'test/language/{refusal-words,sharing}.test.ts',
  'test/media/file-types.test.ts',
  'test/owned/remade.test.ts',
  'test/pages/amounts.test.ts',
  'test/payments/{crypto,decode,leases,nonce-journal,outcomes,reconciled,reorganised}.test.ts',
  'test/payments/{claim-reservation,deferred,mismatch,overtaken,reserve-allowance}.test.ts',
  'test/payments/{retention,signed,single-flight,slow-intent}.test.ts',
  'test/payments/{facilitator-ask,own-claims,receipt-signer,records,taken-for-dead}.test.ts',
  'test/payments/batched/{api,authorization,backend,standing}.test.ts',
  'test/payments/evm/{batch,depth,fees,node,proofs,resume,send,status,watch}.test.ts',
  'test/payments/evm/settlement-queue.test.ts',
  'test/payments/solana/{check,kind,node,outcome,rules}.test.ts',
  'test/payments/upto/{calls,moved,read,used}.test.ts',
  'test/payments/xrpl/{check,node,outcome,read}.test.ts',
  'test/routes/chat-envelopes.test.ts',
  'test/scripts/{compiled,projects,talk}.test.ts',
  'test/server/{nearest,refused-limits}.test.ts',
  'test/stages/*.test.ts',
  'test/store/{embedded,in-memory,pages,redis-clock,redis-documents,redis-lock,write-over}.test.ts',
  'test/upstreams/{allow,media-files-upstream}.test.ts',
  'test/work/{each,undone}.test.ts',
]
/** System tests that replace modules, or load them again. */
const MOCKING_TESTS = [
  'test/flows/heavy-jobs.test.ts',
  'test/language/again.test.ts',
  'test/media/disk.test.ts',
  'test/scripts/servers.test.ts',
  'test/store/{channel,snapshot}.test.ts',
]

/** The path of a file below `test/`, without its ending. */
const nameOf = ({ moduleId }: TestSpecification): string =>
  /\/test\/(.+)\.test\.ts$/.exec(moduleId)?.[1] ?? moduleId

/** Where each file stands within its folder, as a share: 0.5 if it is the only one. */
function shares(files: readonly TestSpecification[]): Map<TestSpecification, number> {
  const folders = new Map<string, TestSpecification[]>()
  for (const file of files) {
    const folder = nameOf(file).split('/')[0]!
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const all = [...folders.values()].flatMap(own =>
    own.map((file, i): [TestSpecification, number] => [file, (i + 0.5) / own.length]),
  )
  return new Map(all)
}

/**
 * The files of a project with those of each folder spread over the run, and those that wait as far
 * from each other as they take.
 */
function spread(files: readonly TestSpecification[]): TestSpecification[] {
  const share = shares(files)
  const secondsOf = (file: TestSpecification): number => WAITING.get(nameOf(file)) ?? 0
  const waiting = files
    .filter(file => secondsOf(file) > 0)
    .sort((a, b) => secondsOf(b) - secondsOf(a))
  const others = files
    .filter(file => secondsOf(file) === 0)
    .sort((a, b) => share.get(a)! - share.get(b)!)
  const all = waiting.reduce((sum, file) => sum + secondsOf(file), 0)
  const after = waiting.map(file => Math.round((secondsOf(file) / all) * others.length))
  const placed = waiting.flatMap((file, i) => [file, ...others.splice(0, after[i])])
  return [...placed, ...others]
}

/**
 * Begins with the two files that take longest, then one project after the other, because a worker
 * serves one project.
 */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const of = (name: string): TestSpecification[] =>
      spread(sorted.filter(({ project }) => project.name === name))
    const [system, catalog] = [of('system'), of('catalog')]
    const first = [...system.splice(0, 1), ...catalog.splice(0, 1)]
    return [...first, ...of('unit'), ...catalog, ...of('mocking'), ...system]
  }
}

/**
 * A project whose tests sell the catalog of a folder; its generated code is made before the first
 * of them.
 */
function project(
  name: string,
  catalog: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  const folder = generatedFolder(catalog)
  const setup = {
    globalSetup: ['test/helpers/setup.ts'],
    env: { CATALOG: catalog, GENERATED: folder },
  }
  return {
    extends: true,
    plugins: catalog === 'catalog' ? [] : [redirect(folder)],
    test: { name, ...test, ...setup },
  }
}

export default defineConfig({
  test: {
    projects: [
      project('unit', FROZEN, {
        include: UNIT_TESTS,
        setupFiles: ['test/helpers/no-sockets.ts'],
        isolate: false,
      }),
      project('system', FROZEN, {
        include: ['test/**/*.test.ts'],
        exclude: [...UNIT_TESTS, ...CATALOG_TESTS, ...MOCKING_TESTS],
        isolate: false,
      }),
      project('mocking', FROZEN, { include: MOCKING_TESTS }),
      project('catalog', CATALOG, { include: CATALOG_TESTS, isolate: false }),
    ],
    // Long enough for a machine that is busy with other things: they only end what hangs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    execArgv: [
      // Workers live long: with more room for new objects, they collect garbage less often.
      '--max-semi-space-size=64',
      // Most code runs too seldom to be worth optimizing: otherwise the suite takes 7 % longer.
      '--interrupt-budget=1200000',
      '--always-sparkplug',
    ],
    // Projects share the transformed modules, and so do later runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.farebox/vitest' },
    sequence: { sequencer: Spread },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
