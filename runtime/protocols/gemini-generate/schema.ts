/** JSON Schema in the part of it that Gemini-style suppliers understand. */
import type { Json } from '../../contract.ts'
import { Unusable } from '../../lib/unusable-input.ts'
import { membersOf, textOf, type Members } from '../json.ts'

/** Words that are taken as they are. */
const KEPT = [
  'title',
  'description',
  'nullable',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'required',
  'propertyOrdering',
] as const

/** Formats that suppliers know; others are refused. */
const FORMATS: ReadonlySet<string> = new Set([
  'enum',
  'date-time',
  'int32',
  'int64',
  'float',
  'double',
])

/**
 * Parts of a schema, with everything that references repeat: small texts can refer to very much.
 */
const MOST = 5_000

/**
 * Characters that references may repeat, in all schemas of a request together: so many times what
 * the schemas have themselves, since that is what was counted for the price; and so many in any
 * case, which cost next to nothing.
 */
const MOST_TIMES = 2
const FREELY_REPEATED = 10_000

/** So deep may schemas be. */
const DEEPEST = 64

type Schema = { [member: string]: Json | undefined }

/**
 * How many characters references may still repeat: the schemas of one request share it, since each
 * costs time and room.
 */
export interface ReferenceBudget {
  left: number
}

/** The room of one request with these schemas. */
export function referenceBudget(schemas: readonly unknown[]): ReferenceBudget {
  const written = schemas.reduce<number>(
    (sum, schema) => sum + (JSON.stringify(schema) ?? '').length,
    0,
  )
  return { left: Math.max(FREELY_REPEATED, MOST_TIMES * written) }
}

/**
 * A schema without the words that suppliers refuse: references are written out, choices become
 * `anyOf`, constants lists of one.
 */
export function schemaOf(
  schema: unknown,
  room: ReferenceBudget = referenceBudget([schema]),
): Schema {
  const root = membersOf(schema) ?? {}
  return new Cleaner(root, room).clean(root, [])
}

class Cleaner {
  readonly #root: Members
  readonly #room: ReferenceBudget
  #parts = 0

  constructor(root: Members, room: ReferenceBudget) {
    this.#root = root
    this.#room = room
  }

  /**
   * `above` are the references on the way here, one for each level: what refers to itself is not
   * written out again.
   */
  clean(told: unknown, above: readonly string[]): Schema {
    this.#count(1)
    if (above.length > DEEPEST) throw tooLarge()
    const ref = textOf(membersOf(told)?.$ref) ?? ''
    if (ref !== '' && above.includes(ref)) return { type: 'object' }
    const schema = this.#resolved(membersOf(told) ?? {})
    const trail = [...above, ref]
    const clean: Schema = {}
    for (const word of KEPT) if (schema[word] !== undefined) clean[word] = schema[word] as Json
    const format = textOf(schema.format)
    if (format !== undefined && FORMATS.has(format)) clean.format = format
    const types = typesOf(schema)
    if (types.includes('null')) clean.nullable = true
    const real = types.filter(type => type !== 'null')
    if (real.length === 1) clean.type = real[0]
    this.#values(schema, clean)
    this.#inner(schema, clean, trail)
    this.#choices(schema, clean, { trail, types: real })
    return clean
  }

  /** Only texts can be listed. */
  #values(schema: Members, clean: Schema): void {
    const values = schema.const === undefined ? schema.enum : [schema.const]
    if (!Array.isArray(values)) return
    if (values.includes(null)) clean.nullable = true
    const texts = values.filter(value => value !== null)
    if (!texts.every(value => typeof value === 'string')) return
    clean.type ??= 'string'
    clean.enum = texts
  }

  #inner(schema: Members, clean: Schema, trail: readonly string[]): void {
    const properties = membersOf(schema.properties)
    if (properties !== undefined && Object.keys(properties).length > 0) {
      clean.type ??= 'object'
      clean.properties = Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, this.clean(value, trail)]),
      )
    }
    if (clean.type === 'array')
      clean.items = this.clean(membersOf(schema.items) ?? { type: 'string' }, trail)
  }

  /** A choice of which one arm is null is that arm or nothing. */
  #choices(
    schema: Members,
    clean: Schema,
    { trail, types }: { trail: readonly string[]; types: readonly string[] },
  ): void {
    const told =
      [schema.anyOf, schema.oneOf].find(Array.isArray) ??
      (types.length > 1 ? types.map(type => ({ type })) : [])
    const arms = told
      .filter((arm: unknown) => membersOf(arm)?.type !== 'null')
      .map((arm: unknown) => this.clean(arm, trail))
    if (arms.length < told.length) clean.nullable = true
    if (arms.length === 1) Object.assign(clean, { ...arms[0], ...clean })
    else if (arms.length > 1) clean.anyOf = arms
  }

  /** What a reference refers to, and what `allOf` puts together, as one schema. */
  #resolved(schema: Members): Members {
    const found = this.#followed(schema)
    if (!Array.isArray(found.allOf)) return found
    const { allOf: all, ...rest } = found
    this.#count(all.length)
    return joined([...(all as unknown[]), rest].map(part => this.#referred(part)))
  }

  /** What stands beside a reference goes before what it refers to. */
  #followed(schema: Members): Members {
    const layers = [schema]
    for (
      let ref = schema.$ref;
      typeof ref === 'string' && layers.length <= DEEPEST;
      ref = layers[0]?.$ref
    )
      layers.unshift(this.#at(ref))
    if (layers.length === 1) return schema
    const { $ref: _, ...found } = Object.fromEntries(layers.flatMap(layer => Object.entries(layer)))
    return found
  }

  #referred(part: unknown): Members {
    const members = membersOf(part) ?? {}
    return typeof members.$ref === 'string' ? this.#at(members.$ref) : members
  }

  #count(parts: number): void {
    this.#parts += parts
    if (this.#parts > MOST) throw tooLarge()
  }

  /**
   * What a reference refers to. All of it counts each time: it is looked through again, and most of
   * it is written again.
   */
  #at(ref: string): Members {
    const path = ref.startsWith('#/') ? ref.slice(2).split('/') : []
    const found = path.reduce<unknown>(
      (value, name) => {
        const members = membersOf(value)
        const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
        return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
      },
      path.length === 0 ? undefined : this.#root,
    )
    const referred = membersOf(found) ?? { type: 'object' }
    this.#room.left -= JSON.stringify(referred).length
    if (this.#room.left < 0)
      throw new Unusable(
        'The schemas repeat themselves too often by $ref. Say less there, or refer to it less often.',
      )
    return referred
  }
}

function tooLarge(): Unusable {
  return new Unusable('The schema is too large for this model.')
}

function typesOf({ type }: Members): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter(
    (name): name is string => typeof name === 'string',
  )
  return types.map(name => name.toLowerCase())
}

/**
 * Parts as one schema: of words that several say the last counts, but properties and what is
 * required add up.
 */
function joined(parts: readonly Members[]): Members {
  const properties = parts.flatMap(part => Object.entries(membersOf(part.properties) ?? {}))
  const required = parts.flatMap(part =>
    Array.isArray(part.required) ? (part.required as unknown[]) : [],
  )
  return {
    ...Object.fromEntries(parts.flatMap(part => Object.entries(part))),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  }
}
