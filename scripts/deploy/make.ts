/** Makes a release of a generated catalog. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { build } from 'esbuild'
import { readCatalog } from '../../generator/compile.ts'
import { catalogHash } from '../../generator/emit/facts.ts'
import type { SourceFile } from '../../generator/types.ts'
import { CONTRACT } from '../../runtime/contract/version.ts'
import { checkQuotes } from '../../runtime/load-release.ts'
import { catalogOf, pack, unpack } from '../../runtime/releases/bundle.ts'
import { selfQuotes } from '../../runtime/releases/self-quotes.ts'
import type { Release } from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'
import { CHANGED } from './names.ts'

const DAY = 86_400_000

/**
 * Documents, which are at the top or in the folder of a network; those of a date below its folder;
 * and the files of the client.
 */
const DOCUMENT =
  /^(?:dated\/[^/]+\/)?(?:networks\/[^/]+\/)?[^/]+\.(?:css|html|js|json|svg|txt|xml)$/
const CLIENT_FILE = /^client\/.+\.\w+$/

/** The parts of a release. */
export interface Source {
  /** Hash of the catalog. */
  hash: string
  code: string
  documents: Readonly<Record<string, string>>
  /**
   * The commit that it is of, if it is in a git repository; `+changes` if it is not that exactly.
   */
  commit?: string
  /** The person who deploys it, if known. */
  by?: string
  /** The files of the catalog, if available. */
  sources?: readonly SourceFile[]
}

/** A release and its bytes. */
export interface Made {
  release: Release
  bytes: Buffer
}

/**
 * Reads the generated code in a folder, and its catalog. Throws if the folder `catalog` holds
 * another catalog.
 */
export async function sourceOf(generated: string, catalog?: string): Promise<Source> {
  const text = readFileSync(join(generated, 'manifest.json'), 'utf8')
  const { catalog: hash } = JSON.parse(text) as { catalog: string }
  return {
    hash,
    code: await bundle(join(generated, 'index.ts')),
    documents: documentsIn(generated),
    ...commitOf(generated),
    ...(catalog === undefined ? {} : { sources: sourcesIn(catalog, hash) }),
  }
}

function sourcesIn(catalog: string, hash: string): SourceFile[] {
  const files = readCatalog(catalog)
  if (catalogHash(files) !== hash)
    throw new Error(`the generated code is not of ${catalog}: name its folder with --catalog`)
  return files
}

/**
 * Makes a release, and checks it as a process will. The same source makes the same release on one
 * day. Throws `RefusedRelease` if a process would refuse it.
 */
export function releaseOf(source: Source, signer: Signer, now: number, forced?: string): Made {
  const { hash, code, documents, commit, by, sources } = source
  const catalog = catalogOf({ hash: 'new', catalog: hash }, code)
  const at = now - (now % DAY)
  const networks = Object.keys(catalog.networks)
  const quotes = networks.map(name => [name, selfQuotes(catalog, name, at)])
  const content = {
    contract: CONTRACT,
    code,
    documents,
    at,
    quotes: Object.fromEntries(quotes),
    ...(sources === undefined ? {} : { sources: byPath(sources) }),
  }
  const made = pack(content, {
    catalog,
    signer,
    made: now,
    ...(commit === undefined ? {} : { commit }),
    ...(forced === undefined ? {} : { forced }),
    ...(by === undefined ? {} : { person: by }),
  })
  const packed = unpack(made.release, made.bytes, signer)
  const again = catalogOf(made.release, packed.code)
  for (const network of networks) checkQuotes(packed, again, network)
  return made
}

const byPath = (files: readonly SourceFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))

/** The generated code and what it uses of the runtime, which is pure, as one module. */
async function bundle(entry: string): Promise<string> {
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minifyWhitespace: true,
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  })
  return made.outputFiles[0]!.text
}

/** The documents that a gateway serves, by their path below the folder. */
function documentsIn(generated: string): Record<string, string> {
  const isServed = (path: string): boolean =>
    (DOCUMENT.test(path) && path !== 'manifest.json') || CLIENT_FILE.test(path)
  const paths = readdirSync(generated, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll(sep, '/'))
    .filter(isServed)
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(generated, path), 'utf8')]))
}

/** The commit of a folder's repository, and whether the folder differs from it. */
export function commitOf(folder: string): { commit?: string } {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const commit = git('rev-parse', 'HEAD')
    // A folder that git ignores has no commit either.
    const isChanged = git('status', '--porcelain', '--ignored', '--', '.') !== ''
    return { commit: isChanged ? `${commit}${CHANGED}` : commit }
  } catch {
    return {}
  }
}
