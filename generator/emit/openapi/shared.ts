/** Moves parts that several operations share to the components of a document. */
import { isObject } from '../../../runtime/lib/json.ts'
import { pascal } from '../code/names.ts'
import type { Schema } from './schema.ts'

/** The length of a reference without its name, in characters. */
const REFERENCE = 35

/** Fewer saved characters are not worth a reference, because a part is easier to read in place. */
const SAVED = 20

type Paths = Readonly<Record<string, Record<string, Schema>>>

/** Paths with references to shared parts, and these parts. */
export interface SharedPaths {
  paths: Paths
  parameters: Record<string, Schema>
  responses: Record<string, Schema>
}

/** Shares the parameters and responses of more than one operation. */
export function sharePaths(paths: Paths): SharedPaths {
  const all = Object.values(paths).flatMap(item => Object.values(item))
  const parameters = sharer('parameters', all.flatMap(parametersOf))
  const responses = sharer(
    'responses',
    all.flatMap(one => Object.values(responsesOf(one))),
  )
  const withReferences = (operation: Schema): Schema => ({
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : {
          parameters: parametersOf(operation).map(one =>
            parameters.refer(one, pascal(String(one.name))),
          ),
        }),
    responses: mapValues(responsesOf(operation), (one, status) =>
      responses.refer(one, pascal(`${String(operation.operationId)}_answer_${status}`)),
    ),
  })
  return {
    paths: mapValues(paths, item => mapValues(item, withReferences)),
    parameters: parameters.found,
    responses: responses.found,
  }
}

/** Makes references to parts that are used more than once. */
function sharer(
  part: string,
  all: readonly Schema[],
): { found: Record<string, Schema>; refer(one: Schema, name: string): Schema } {
  const uses = counted(all.map(one => JSON.stringify(one)))
  const names = new Map<string, string>()
  const found: Record<string, Schema> = {}
  return {
    found,
    refer(one, wanted) {
      const text = JSON.stringify(one)
      if (savedBy(text, uses.get(text)!, wanted) < SAVED) return one
      const name = names.get(text) ?? freeName(wanted, found)
      names.set(text, name)
      found[name] = one
      return { $ref: `#/components/${part}/${name}` }
    },
  }
}

/** The characters that references to a text save in all its places. */
const savedBy = (text: string, uses: number, name: string): number =>
  (uses - 1) * text.length - uses * (REFERENCE + name.length) - name.length

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const text of texts) uses.set(text, (uses.get(text) ?? 0) + 1)
  return uses
}

const parametersOf = (operation: Schema): readonly Schema[] =>
  (operation.parameters ?? []) as readonly Schema[]
const responsesOf = (operation: Schema): Readonly<Record<string, Schema>> =>
  operation.responses as Record<string, Schema>

function mapValues<A, B>(
  map: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(map).map(([key, one]) => [key, change(one, key)]))
}

function freeName(name: string, taken: object): string {
  let found = name
  for (let n = 2; Object.hasOwn(taken, found); n++) found = `${name}${n}`
  return found
}

type Schemas = Readonly<Record<string, Schema>>

/** Shorter parts of schemas are easier to read in place. */
const SHORT_PART = 80

/**
 * The schemas with references to their shared parts, and these parts: objects with members, and
 * choices. A part is named after its member; if several parts would have the same name, the others
 * are also named after their first schema: client generators name inner parts `<schema><member>`
 * themselves.
 */
export function shareParts(schemas: Schemas): Record<string, Schema> {
  const parts = partsIn(schemas)
  const names = new Map(Object.entries(schemas).map(([name, one]) => [JSON.stringify(one), name]))
  const all: Record<string, Schema> = { ...schemas }
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (!isObject(value)) return value
    const text = JSON.stringify(value)
    const part = parts.get(text)
    if (part === undefined) return mapValues(value, inside)
    const known = names.get(text)
    const isTaken = Object.hasOwn(all, part.key)
    const name = known ?? freeName(isTaken ? `${part.key}Of${part.owner}` : part.key, all)
    names.set(text, name)
    if (known === undefined) {
      all[name] = value
      all[name] = mapValues(value, inside)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  for (const [name, schema] of Object.entries(schemas)) all[name] = mapValues(schema, inside)
  return all
}

/** A part with its member and the first schema that has it. */
interface Part {
  key: string
  owner: string
}

/**
 * The parts that are used more than once or are a schema themselves. Repeated uses inside a part
 * count once.
 */
function partsIn(schemas: Schemas): ReadonlyMap<string, Part> {
  const whole = Object.entries(schemas).filter(([, one]) => isStructure(one))
  const first = new Map<string, Part>(
    whole.map(([name, one]) => [JSON.stringify(one), { key: name, owner: name }]),
  )
  const again = new Map<string, Part>()
  const visit = (value: unknown, key: string, owner: string): void => {
    if (Array.isArray(value)) return value.forEach(one => visit(one, key, owner))
    if (!isObject(value)) return
    const text = JSON.stringify(value)
    const known = first.get(text)
    if (known !== undefined) return void again.set(text, known)
    if (text.length >= SHORT_PART && isStructure(value))
      first.set(text, { key: pascal(key), owner: pascal(owner) })
    for (const [word, one] of Object.entries(value)) visit(one, keyOf(key, word), owner)
  }
  for (const [name, schema] of Object.entries(schemas))
    for (const [word, one] of Object.entries(schema)) visit(one, keyOf(name, word), name)
  return again
}

const isStructure = ({ type, properties, anyOf, enum: values }: Schema): boolean =>
  Array.isArray(values) || Array.isArray(anyOf) || (type === 'object' && isObject(properties))

/** The name of a part: its member, or the list of which it is an item. */
function keyOf(key: string, word: string): string {
  if (word === 'items') return `${key}Item`
  return WORDS.has(word) ? key : word
}

/** JSON Schema keywords that contain schemas but are not names of members. */
const WORDS: ReadonlySet<string> = new Set([
  'properties',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
])
