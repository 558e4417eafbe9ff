/** The files of `answers/`: what they have, and how further entries are written. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Document, isCollection, isScalar, isSeq, parse, visit } from 'yaml'

/** An entry, by the method and path of its answer. */
export interface Entry {
  address: string
  schema?: unknown
  example?: unknown
}

/** Collections are written on one line up to so many characters. */
const WIDTH = 110

/** The file of a family: `data/prices` has `answers/prices.yaml`. */
export function fileOf(catalog: string, family: string): string {
  return join(catalog, 'answers', `${basename(family)}.yaml`)
}

/** The text of a file with further entries behind those that it has. */
export function withEntries(file: string, entries: readonly Entry[]): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : head(file)
  return `${[before, ...entries.map(textOf)].join('\n\n')}\n`
}

/** The text of a file without the entries of these addresses. */
export function withoutEntries(text: string, addresses: readonly string[]): string {
  const parts = text.split(/\n(?=(?:GET|POST) \/)/)
  const isKept = (part: string): boolean =>
    !addresses.some(address => Object.hasOwn((parse(part) ?? {}) as object, address))
  return `${parts.filter(isKept).join('\n').trimEnd()}\n`
}

const head = (file: string): string =>
  `# What the answers of ${basename(file, '.yaml')} hold, as "npm run record" saw them. ` +
  'Edit what it could not know.'

function textOf({ address, schema, example }: Entry): string {
  const document = new Document({
    [address]: {
      ...(schema === undefined ? {} : { schema }),
      ...(example === undefined ? {} : { example }),
    },
  })
  visit(document, {
    Pair: (_, { key, value }) => {
      const isNames = isScalar(key) && key.value === 'required'
      if (isSeq(value) && isNames) value.flow = true
    },
    Collection: (_, node) => {
      const isWhole = node === document.contents
      if (isCollection(node) && !isWhole && JSON.stringify(node).length <= WIDTH) node.flow = true
    },
  })
  return document.toString({ lineWidth: 0 }).trimEnd()
}
