/**
 * Learns a JSON Schema from recorded answers: the types, members of every answer, and maps whose
 * keys are data. It has no lengths, choices or whole numbers, which other answers could break.
 */
import type { Schema } from '../../generator/emit/openapi/schema.ts'

/** Members that name the kind of an object: their values are part of the shape. */
const KINDS: ReadonlySet<string> = new Set(['object', 'jsonrpc'])

/** The schema of all these values. Keys that are texts of the requests (`asked`) are data. */
export function learn(values: readonly unknown[], asked: ReadonlySet<string> = new Set()): Schema {
  // `null` last: the type that matters comes first.
  const kinds = [...new Set(values.map(kindOf))].sort((a, b) => +(a === 'null') - +(b === 'null'))
  const of = (kind: Kind): unknown[] => values.filter(one => kindOf(one) === kind)
  return {
    ...(kinds.length === 0 ? {} : { type: kinds.length === 1 ? kinds[0] : kinds }),
    ...(kinds.includes('object') ? objectPart(of('object') as Tree[], asked) : {}),
    ...(kinds.includes('array') ? { items: learn(of('array').flat(), asked) } : {}),
  }
}

type Kind = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'
type Tree = Record<string, unknown>

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as Kind)
}

function objectPart(all: Tree[], asked: ReadonlySet<string>): Schema {
  if (isMap(all, asked))
    return {
      additionalProperties: learn(
        all.flatMap(one => Object.values(one)),
        asked,
      ),
    }
  const names = [...new Set(all.flatMap(one => Object.keys(one)))]
  const required = names.filter(name => all.every(one => Object.hasOwn(one, name)))
  const properties = names.map((name): [string, Schema] => {
    const values = all.flatMap(one => (Object.hasOwn(one, name) ? [one[name]] : []))
    const [first] = values
    const isKind = KINDS.has(name) && typeof first === 'string' && new Set(values).size === 1
    return [name, { ...learn(values, asked), ...(isKind ? { enum: [first] } : {}) }]
  })
  return {
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Names of members as programs write them; anything else is data. */
const NAME = /^[A-Za-z_$][\w$]*$/

/**
 * Whether the keys are data: values of the request, no names, or names of things in capitals with
 * values of one type.
 */
function isMap(all: Tree[], asked: ReadonlySet<string>): boolean {
  const keys = [...new Set(all.flatMap(one => Object.keys(one)))]
  if (keys.length === 0) return false
  if (keys.every(key => asked.has(key) || !NAME.test(key))) return true
  const kinds = new Set(all.flatMap(one => Object.values(one).map(kindOf)))
  return kinds.size === 1 && keys.length > 1 && keys.every(key => /^[A-Z]/.test(key))
}
