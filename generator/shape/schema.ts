/** A small subset of JSON Schema, so that the same object checks the catalog and serves editors. */

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array'

/**
 * Marks a value that a later pass checks, which knows more and reports all its problems at once.
 */
export const LATER = Symbol('later')

/** Marks a value with hints of its own for texts that people write in place of it. */
export const HINT = Symbol('hint')

/**
 * A schema. As in JSON Schema, keywords apply only to values of their own type, so unions need no
 * `anyOf`.
 */
export interface Schema {
  description?: string
  type?: JsonType | readonly JsonType[]
  enum?: readonly (string | number)[]
  pattern?: string
  /** The meaning of the pattern in words; shown instead of it. */
  patternErrorMessage?: string
  minimum?: number
  maximum?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | false
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  minProperties?: number
  $ref?: string
  $defs?: Readonly<Record<string, Schema>>
  [LATER]?: true
  [HINT]?: (text: string) => string | undefined
}

/** A map with these keys and no others. */
export function keys(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema {
  return { description, type: 'object', properties, required, additionalProperties: false }
}

/** A map from names to values of one shape. */
export function named(description: string, value: Schema, names: Schema = NAME): Schema {
  return { description, type: 'object', propertyNames: names, additionalProperties: value }
}

/** A list of one shape. */
export function listOf(description: string, items: Schema): Schema {
  return { description, type: 'array', items }
}

/** Any text. */
export function text(description: string): Schema {
  return { description, type: 'string', pattern: '\\S', patternErrorMessage: 'some text' }
}

/** A text that matches a pattern; `means` describes it in words. */
export function like(description: string, pattern: string, means: string): Schema {
  return { description, type: 'string', pattern, patternErrorMessage: means }
}

/** One of some words. */
export function choice(description: string, words: readonly string[]): Schema {
  return { description, type: 'string', enum: words }
}

/** A name that formulas can use. */
export const NAME: Schema = like(
  'A name',
  '^[A-Za-z_][A-Za-z0-9_]*$',
  'a name of letters, digits and _',
)

/** A formula: numbers and true or false are formulas too. */
export function formula(description: string): Schema {
  return {
    description: `${description} (a formula)`,
    type: ['string', 'number', 'boolean'],
    pattern: '\\S',
    patternErrorMessage: 'a formula',
  }
}

/** A tree of literals whose leaves may be formulas after `=`. */
export function tree(description: string): Schema {
  return { description: `${description} (leaves starting with = are formulas)` }
}

/** A tree that is a map. */
export function treeMap(description: string): Schema {
  return { ...tree(description), type: 'object' }
}

/** A time, with its unit. */
export function duration(description: string): Schema {
  return like(
    `${description} (30s, 5m, 1h, 2d)`,
    '^[0-9]+(ms|s|m|h|d)$',
    'a duration such as 30s, 5m, 1h or 2d',
  )
}

/** A size, with its unit. */
export function bytes(description: string): Schema {
  return like(
    `${description} (64KiB, 10MiB)`,
    '^[0-9]+(B|KiB|MiB|GiB)$',
    'a size such as 64KiB or 10MiB',
  )
}

/** True or false. */
export function flag(description: string): Schema {
  return { description, type: 'boolean' }
}

/** A whole number. */
export function whole(description: string, minimum = 0): Schema {
  return { description, type: 'integer', minimum }
}

/** An amount or factor, exact as written. */
export function amount(description: string, most?: number): Schema {
  return { description, type: 'number', minimum: 0, ...(most ? { maximum: most } : {}) }
}

/** A factor that adds a share; 2 would double what it is applied to. */
export function factor(description: string): Schema {
  return { description, type: 'number', minimum: 1, maximum: 2 }
}
