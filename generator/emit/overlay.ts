/**
 * Emits the JSON documents of networks: whole for the default network, and for the others as
 * differences in a JSON Patch (RFC 6902), because most of their content is the same.
 */
import type { CatalogIR, NetworkIR } from '../ir.ts'
import { networksOf } from './facts.ts'
import { json, type OutFile } from './out-file.ts'

/** One step of a patch. */
type Operation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }

/** The document of each network: `<name>`, and `networks/<network>/<name>` as a patch. */
export function* perNetwork(
  ir: CatalogIR,
  name: string,
  document: (network: NetworkIR) => unknown,
): Generator<OutFile> {
  const from = ir.sources.map(({ path }) => path)
  const [first, ...others] = networksOf(ir)
  if (first === undefined) return
  const base = plain(document(first))
  yield json(name, from, base)
  for (const network of others)
    yield json(patchPath(name, network), from, differences(base, plain(document(network)), ''))
}

/** The path of the patch of a network's document. */
function patchPath(name: string, network: NetworkIR): string {
  return `networks/${network.name}/${name.replace(/\.json$/, '.patch.json')}`
}

/** A value as JSON has it: bigint as a decimal string, without undefined members. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)),
  )
}

/** The steps that change one document into another. Lists of different lengths are replaced. */
export function differences(from: unknown, to: unknown, path: string): Operation[] {
  if (Object.is(from, to)) return []
  if (!isTree(from) || !isTree(to) || isList(from) !== isList(to)) return [replace(path, to)]
  if (isList(from) && from.length !== (to as unknown[]).length) return [replace(path, to)]
  const [before, after] = [from, to] as Record<string, unknown>[]
  const at = (key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const gone = Object.keys(before!).filter(key => !Object.hasOwn(after!, key))
  return [
    ...gone.map((key): Operation => ({ op: 'remove', path: at(key) })),
    ...Object.entries(after!).flatMap(([key, value]): Operation[] =>
      Object.hasOwn(before!, key)
        ? differences(before![key], value, at(key))
        : [{ op: 'add', path: at(key), value }],
    ),
  ]
}

const replace = (path: string, value: unknown): Operation => ({ op: 'replace', path, value })
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
