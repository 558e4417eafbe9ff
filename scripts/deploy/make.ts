/** Makes a release of a generated catalog. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Catalog } from '../../runtime/contract.ts'
import { CONTRACT } from '../../runtime/contract/version.ts'
import { checkQuotes } from '../../runtime/load-release.ts'
import { catalogOf, pack, unpack } from '../../runtime/releases/bundle.ts'
import { selfQuotes } from '../../runtime/releases/self-quotes.ts'
import type { Content, Release } from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'

const DAY = 86_400_000

/** A release and its bytes. */
export interface Made {
  release: Release
  bytes: Buffer
  catalog: Catalog
}

/**
 * Makes a release of the generated code in a folder, and checks it as a process will. The same code
 * makes the same release on one day. `edit` changes the content before it is packed, for tests.
 */
export async function makeRelease(
  generated: string,
  signer: Signer,
  { now = Date.now(), edit = same }: { now?: number; edit?: (content: Content) => Content } = {},
): Promise<Made> {
  const { catalog: hash } = JSON.parse(readFileSync(join(generated, 'manifest.json'), 'utf8')) as {
    catalog: string
  }
  const code = await bundle(join(generated, 'index.ts'))
  const catalog = catalogOf({ hash: 'new', catalog: hash }, code)
  const at = now - (now % DAY)
  const networks = Object.keys(catalog.networks)
  const quotes = networks.map(name => [name, selfQuotes(catalog, name, at)])
  const documents = documentsIn(generated, networks)
  const content = { contract: CONTRACT, code, documents, at, quotes: Object.fromEntries(quotes) }
  const made = { catalog, ...pack(edit(content), { catalog, signer, made: now, ...commitNow() }) }
  if (edit === same) check(made, signer)
  return made
}

const same = (content: Content): Content => content

/** Throws `Refused` if a process would refuse the release. */
function check({ release, bytes }: Made, signer: Signer): void {
  const content = unpack(release, bytes, signer)
  const catalog = catalogOf(release, content.code)
  for (const network of Object.keys(catalog.networks)) checkQuotes(content, catalog, network)
}

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
function documentsIn(generated: string, networks: readonly string[]): Record<string, string> {
  const folders = ['', ...networks.map(name => join('networks', name))]
  const paths = folders.flatMap(folder =>
    filesIn(join(generated, folder))
      .filter(name => /\.(json|txt)$/.test(name) && name !== 'manifest.json')
      .map(name => join(folder, name)),
  )
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(generated, path), 'utf8')]))
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The commit of the project, if it is in a git repository. */
function commitNow(): { commit?: string } {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { commit: commit.trim() }
  } catch {
    return {}
  }
}
