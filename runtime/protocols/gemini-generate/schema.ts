/** Reduces JSON Schema to the part that Gemini-style upstreams understand. */
import type { Json } from '../../contract.ts'
import { Unusable } from '../../lib/unusable-input.ts'
import { membersOf, textOf, type Members } from '../json.ts'

/** Keywords that are passed on unchanged. */
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

/** Formats that these upstreams know; they refuse others. */
const FORMATS: ReadonlySet<string> = new Set([
  'enum',
  'date-time',
  'int32',
  'int64',
  'float',
  'double',
])

/**
 * Maximum number of schema parts, including everything that references repeat: a short schema can
 * expand to a very large one.
 */
const MOST = 5_000

/**
 * Maximum number of characters that references may repeat in all schemas of a request: this many
 * times the length of the schemas, because that length was counted for the price, and at least
 * `FREELY_REPEATED`, which costs almost nothing.
 */
const MOST_TIMES = 2
const FREELY_REPEATED = 10_000

/** Maximum depth of a schema. */
const DEEPEST = 64

type Schema = { [member: string]: Json | undefined }

/**
 * The number of characters that references may still repeat. All schemas of one request share it,
 * because each repetition costs time and memory.
 */
export interface ReferenceBudget {
  left: number
}

/** Creates the budget of a request with these schemas. */
export function referenceBudget(schemas: readonly unknown[]): ReferenceBudget {
  const written = schemas.reduce<number>(
    (sum, schema) => sum + (JSON.stringify(schema) ?? '').length,
    0,
  )
  return { left: Math.max(FREELY_REPEATED, MOST_TIMES * written) }
}

/**
 * Converts a schema to one without the keywords that upstreams refuse: references are expanded,
 * alternatives become `anyOf`, and constants become enums with one value. Throws Unusable if it
 * becomes too large.
 */
export function schemaOf(
  schema: unknown,
  budget: ReferenceBudget = referenceBudget([schema]),
): Schema {
  const root = membersOf(schema) ?? {}
  return new Cleaner(root, budget).clean(root, [])
}

class Cleaner {
  readonly #root: Members
  readonly #budget: ReferenceBudget
  #parts = 0

  constructor(root: Members, budget: ReferenceBudget) {
    this.#root = root
    this.#budget = budget
  }

  /**
   * Converts one schema. `above` holds the reference at each outer level, so that a recursive
   * reference is not expanded again.
   */
  clean(raw: unknown, above: readonly string[]): Schema {
    this.#count(1)
    if (above.length > DEEPEST) throw tooLarge()
    const ref = textOf(membersOf(raw)?.$ref) ?? ''
    if (ref !== '' && above.includes(ref)) return { type: 'object' }
    const schema = this.#resolved(membersOf(raw) ?? {})
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

  /** Writes enum values; only strings are supported. */
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

  /** Writes alternatives. An alternative of null makes the others nullable. */
  #choices(
    schema: Members,
    clean: Schema,
    { trail, types }: { trail: readonly string[]; types: readonly string[] },
  ): void {
    const alternatives =
      [schema.anyOf, schema.oneOf].find(Array.isArray) ??
      (types.length > 1 ? types.map(type => ({ type })) : [])
    const arms = alternatives
      .filter((arm: unknown) => membersOf(arm)?.type !== 'null')
      .map((arm: unknown) => this.clean(arm, trail))
    if (arms.length < alternatives.length) clean.nullable = true
    if (arms.length === 1) Object.assign(clean, { ...arms[0], ...clean })
    else if (arms.length > 1) clean.anyOf = arms
  }

  /** Expands a reference and merges `allOf` into one schema. */
  #resolved(schema: Members): Members {
    const found = this.#followed(schema)
    if (!Array.isArray(found.allOf)) return found
    const { allOf: all, ...rest } = found
    this.#count(all.length)
    return merged([...(all as unknown[]), rest].map(part => this.#referred(part)))
  }

  /** Follows references. Members next to a reference override those of its target. */
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
   * Finds the target of a reference. Its whole size counts each time, because it is read again, and
   * most of it is written again.
   */
  #at(ref: string): Members {
    const inside = (value: unknown, name: string): unknown => {
      const members = membersOf(value)
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
      return members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
    }
    const found = ref.startsWith('#/')
      ? ref
          .slice(2)
          .split('/')
          .reduce(inside, this.#root as unknown)
      : undefined
    const referred = membersOf(found) ?? { type: 'object' }
    this.#budget.left -= JSON.stringify(referred).length
    if (this.#budget.left < 0)
      throw new Unusable(
        'The schemas repeat themselves too often by $ref. Say less there, or refer to it ' +
          'less often.',
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
 * Merges schemas: the last value of a keyword wins, except that properties and required names add
 * up.
 */
function merged(parts: readonly Members[]): Members {
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
