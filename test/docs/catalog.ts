/** The catalog of the test with its generated files, for the tests of its documents. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { compile, readCatalog } from '../../generator/compile.ts'
import { networksOf } from '../../generator/emit/facts.ts'
import type { CatalogIR, NetworkIR } from '../../generator/ir.ts'
import { patchText } from '../../runtime/replies/documents/patch.ts'
import { CATALOG } from '../helpers/catalogs.ts'

export const root = resolve(import.meta.dirname, '../..')

/** The catalog, compiled. Throws its own problems when it has any. */
function compiled(): CatalogIR {
  const { value: ir, problems } = compile(readCatalog(resolve(root, CATALOG)))
  const errors = problems
    .filter(p => p.severity === 'error')
    .map(p => `${p.place.file}: ${p.message}`)
  if (ir === undefined || errors.length > 0) throw new Error(errors.join('\n'))
  return ir
}

/** The catalog's IR, which is made for those who take it, and the generated files. */
interface RealCatalog {
  readonly ir: CatalogIR
  files: Map<string, { text: string }>
  json(path: string): any
}

/** Made once for all test files of a worker, because to compile takes seconds. */
let made: RealCatalog | undefined

/**
 * The generated files as they lie on disk, with the documents of other networks whole, and the
 * catalog's IR.
 */
export async function realCatalog(): Promise<RealCatalog> {
  return (made ??= readAll())
}

function readAll(): RealCatalog {
  const folder = process.env.GENERATED!
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  const paths = names.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const files = new Map(
    paths.sort().map(path => [path, { text: readFileSync(join(folder, path), 'utf8') }]),
  )
  // Patches of networks change the documents of a date, which are patches too.
  const patches = paths.filter(one => one.endsWith('.patch.json'))
  const isOfNetwork = (path: string) => path.includes('networks/')
  for (const path of [...patches].sort((a, b) => Number(isOfNetwork(a)) - Number(isOfNetwork(b)))) {
    const name = path.slice(0, -'.patch.json'.length)
    const whole = files.has(basename(name)) ? name : `${name}.json`
    const dated = files.get(whole.replace(/networks\/[^/]+\//, ''))
    const base = isOfNetwork(path) && dated !== undefined ? dated : files.get(basename(whole))!
    files.set(whole, { text: patchText(whole, base.text, files.get(path)!.text) })
    files.delete(path)
  }
  let ir: CatalogIR | undefined
  return {
    get ir() {
      return (ir ??= compiled())
    },
    files,
    json: path => JSON.parse(files.get(path)!.text) as unknown,
  }
}

/**
 * The networks whose documents and quotes are tested: the default first, then all others of the
 * gateway that the environment variable SKIPPED_NETWORKS does not name.
 */
export function testedNetworks(ir: CatalogIR): NetworkIR[] {
  const skipped = process.env.SKIPPED_NETWORKS?.split(',') ?? []
  return networksOf(ir).filter(({ name }, i) => i === 0 || !skipped.includes(name))
}

/** The file of a network's document; that of the default network is named by `name` alone. */
export const documentOf = (name: string, ir: CatalogIR, network: NetworkIR): string =>
  networksOf(ir).indexOf(network) === 0 ? name : `networks/${network.name}/${name}`

/** A document as the gateway serves it: its holes filled. */
export function served(text: string): string {
  return text
    .replaceAll('{origin}', 'https://gateway.test')
    .replaceAll('{origin.reversed}', 'test.gateway')
    .replaceAll('{payTo}', '0x00000000000000000000000000000000000000Aa')
}
