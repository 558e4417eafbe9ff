/**
 * Emits the documents of networks: whole for the default network, and for the others as differences
 * in a JSON Patch (RFC 6902), because most of their content is the same. A document that is no JSON
 * is patched as the list of its lines.
 */
import { patchName } from '../../runtime/replies/documents/patch.ts'
import type { CatalogIR, NetworkIR } from '../ir.ts'
import { differences, lineDifferences } from './differences.ts'
import { networksOf } from './facts.ts'
import { json, steps, type OutFile } from './out-file.ts'

/** The JSON document of each network: `<name>`, and below `networks/<network>/` its patch. */
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
    yield steps(patchPath(name, network), from, differences(base, plain(document(network))))
}

/**
 * The text files of each network, as `perNetwork`. A file that only other networks have is empty
 * for the default one.
 */
export function* textsPerNetwork(
  ir: CatalogIR,
  filesOf: (network: NetworkIR) => Iterable<OutFile>,
): Generator<OutFile> {
  const [first, ...others] = networksOf(ir)
  if (first === undefined) return
  const own = others.map(network => ({ network, files: [...filesOf(network)] }))
  const empty = own.flatMap(({ files }) => files.map(file => ({ ...file, text: '' })))
  const base = new Map([...empty, ...filesOf(first)].map(file => [file.path, file]))
  yield* base.values()
  for (const { network, files } of own)
    for (const { path, text, from } of files)
      yield steps(patchPath(path, network), from, lineDifferences(base.get(path)!.text, text))
}

/** The path of the patch of a network's document. */
const patchPath = (name: string, network: NetworkIR): string =>
  `networks/${network.name}/${patchName(name)}`

/** A value as JSON has it, without undefined members. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
