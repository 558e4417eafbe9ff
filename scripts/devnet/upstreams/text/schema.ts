/**
 * Values that conform to a JSON schema of the simple kind: no patterns, no conditions. Gemini's
 * upper-case types are understood too.
 */
import { isObject, listOf } from './asked.ts'

const DEEPEST = 12
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'someone@mail.example',
  uri: 'https://web.example/page',
  url: 'https://web.example/page',
  uuid: '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f',
  ipv4: '192.0.2.1',
}

/**
 * A value of a schema. `root` holds the definitions that it refers to, `name` is what the value is
 * called.
 */
function sampleOf(
  schema: unknown,
  place: { root?: unknown; name?: string; depth?: number } = {},
): unknown {
  const { root = schema, name = 'value', depth = 0 } = place
  if (!isObject(schema) || depth > DEEPEST) return name
  const deeper = (one: unknown, called = name): unknown =>
    sampleOf(one, { root, name: called, depth: depth + 1 })
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.$ref === 'string') return deeper(resolve(root, schema.$ref))
  if (Array.isArray(schema.allOf)) return deeper(merged(schema, root))
  const choice = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choice)) return deeper(choice[0])
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, deeper)
    case 'array':
      return arrayOf(schema, deeper)
    case 'integer':
      return numberOf(schema, true)
    case 'number':
      return numberOf(schema, false)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema, name)
  }
}

/** An object of a schema, whatever that says. */
export function sampleObject(schema: unknown): Record<string, unknown> {
  const value = sampleOf(schema)
  return isObject(value) ? value : {}
}

function typeOf(schema: Record<string, any>): string {
  const one = Array.isArray(schema.type) ? schema.type.find(type => type !== 'null') : schema.type
  if (typeof one === 'string') return one.toLowerCase()
  return schema.properties ? 'object' : schema.items ? 'array' : 'string'
}

/** What a reference such as `#/$defs/city` points to. */
function resolve(root: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  return steps.reduce(
    (at: unknown, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    root,
  )
}

function merged({ allOf, ...own }: Record<string, any>, root: unknown): object {
  const all = [own, ...listOf(allOf)]
    .map(one => (typeof one?.$ref === 'string' ? resolve(root, one.$ref) : one))
    .filter(isObject)
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map(one => one.properties ?? {})),
  })
}

type Deeper = (schema: unknown, name?: string) => unknown

const objectOf = ({ properties }: Record<string, any>, deeper: Deeper): object =>
  Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      deeper(schema, name),
    ]),
  )

function arrayOf(schema: Record<string, any>, deeper: Deeper): unknown[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map(one => deeper(one))
  const most = schema.maxItems === undefined ? 1 : Number(schema.maxItems)
  return Array.from({ length: Math.max(Number(schema.minItems ?? 0), Math.min(1, most)) }, () =>
    deeper(schema.items),
  )
}

function numberOf(schema: Record<string, any>, whole: boolean): number {
  const step = Number(schema.multipleOf ?? (whole ? 1 : 0.5))
  const { minimum, exclusiveMinimum: above, maximum, exclusiveMaximum: below } = schema
  if (typeof minimum === 'number') return Math.ceil(minimum / step) * step
  if (typeof above === 'number') return (Math.floor(above / step) + 1) * step
  const least = Math.ceil(1 / step) * step
  if (typeof maximum === 'number' && maximum < least) return Math.floor(maximum / step) * step
  if (typeof below === 'number' && below <= least) return (Math.ceil(below / step) - 1) * step
  return least
}

function textOf(
  { format, minLength = 0, maxLength = Infinity }: Record<string, any>,
  name: string,
): string {
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format)) return FORMATS[format]!
  const text = `some ${name}`
  return text.padEnd(Number(minLength), '.').slice(0, Number(maxLength))
}
