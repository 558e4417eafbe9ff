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

/** The longest files, which would otherwise keep one core waiting at the end. */
const LONGEST = [
  'test/crash/numbers.test.ts',
  'test/work/crash.test.ts',
  'test/live/recipes.test.ts',
]

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

/** The project of a file, and the folder below `test/` that it is in. */
const folderOf = ({ moduleId, project }: TestSpecification): string =>
  `${project.name} ${/\/test\/([^/]+)\//.exec(moduleId)?.[1]}`

/** Where each file stands within its folder, as a share: 0.5 if it is the only one. */
function shares(files: readonly TestSpecification[]): Map<TestSpecification, number> {
  const folders = new Map<string, TestSpecification[]>()
  for (const file of files)
    folders.set(folderOf(file), [...(folders.get(folderOf(file)) ?? []), file])
  const all = [...folders.values()].flatMap(own =>
    own.map((file, i): [TestSpecification, number] => [file, (i + 0.5) / own.length]),
  )
  return new Map(all)
}

/**
 * Begins with the longest, then one project after the other: a worker serves one project. Spreads
 * the files of each folder over the run, so that those that wait run beside those that compute.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const share = shares(sorted)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some(path => moduleId.endsWith(path))
    const place = (file: TestSpecification): string =>
      `${isLong(file) ? 0 : 1} ${file.project.name}`
    return sorted.sort((a, b) => place(a).localeCompare(place(b)) || share.get(a)! - share.get(b)!)
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
    // Workers live long: with more room for new objects, they collect garbage less often.
    execArgv: ['--max-semi-space-size=64'],
    // Projects share the transformed modules, and so do later runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.farebox/vitest' },
    sequence: { sequencer: LongestFirst },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
