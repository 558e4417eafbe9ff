/**
 * Compiled request schemas. Unknown members are dropped, refused or kept as the catalog says; if
 * they are kept, optional members that are null are removed. Defaults are filled in.
 */
import { createHash } from 'node:crypto'
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InputSpec } from '../contract.ts'
import { createCloser } from './closer.ts'
import { faultsOf, MOST_PATH, type Issue } from './faults.ts'
import { compileTidy, type Misspelt } from './members.ts'

export type { Issue } from './faults.ts'

/** The value that formulas see, or its faults. */
export type Checked = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
/** Checks a value against a schema, and fills in its defaults. */
export type Check = (value: unknown) => Checked

// The generator made these schemas. Validating each against the meta-schema would take most of the
// start.
const common: Options = {
  verbose: true, // faults quote the schema's example
  strict: false,
  // JSON can hold 1e400, which is read as Infinity, and no upstream could be sent it.
  strictNumbers: true,
  validateSchema: false,
  useDefaults: true,
  validateFormats: false,
  logger: false,
}

/** Compiles the schema of a body, or of a query (whose types are parsed from strings). */
export function compileCheck(input: InputSpec, part: 'body' | 'query'): Check {
  const schema = closed(input)
  const options = part === 'query' ? { ...common, coerceTypes: 'array' as const } : common
  const passes = compile(schema, options)
  // Compiled at the first faulty request, because a gateway has many schemas and starts often.
  let explains: ValidateFunction | undefined
  const thorough = (shape: object): ValidateFunction =>
    compile(shape, { ...options, allErrors: true })
  const closer = createCloser(thorough)
  // Listing every fault takes memory per fault, so for a large request only the first one is
  // reported.
  const whyNot = (value: unknown): readonly Issue[] => {
    if (!isSmall(value)) return faultsOf(closer(passes.errors ?? [], isSmall))
    explains ??= thorough(schema)
    return faultsOf((explains(value) ? passes : explains).errors ?? [])
  }
  const known = input.unknown === 'ignore' ? knownMembers(input.schema) : undefined
  const tidy = compileTidy(input)
  return given => {
    const value = known === undefined ? given : pickMembers(given, known)
    const misspelt = tidy?.(value)
    if (misspelt !== undefined) return { issues: [misspeltIssue(misspelt)] }
    if (!passes(value)) return { issues: whyNot(value) }
    const infinite = part === 'query' ? infiniteMember(value as object) : undefined
    return infinite === undefined ? { value: wrapped(value, input.wrap) } : outOfRange(infinite)
  }
}

/**
 * Compilers by their options, because making a compiler takes longer than compiling most schemas.
 */
const compilers = new Map<string, Ajv2020>()

/** Compiled schemas by their text: a catalog shares most schemas with the previous one. */
const compiled = new Map<string, ValidateFunction>()

function compile(schema: object, options: Options): ValidateFunction {
  const name = JSON.stringify(options)
  const text = createHash('sha256').update(name).update(JSON.stringify(schema)).digest('base64')
  const known = compiled.get(text)
  if (known !== undefined) return known
  const compiler = compilers.get(name) ?? new Ajv2020(options)
  compilers.set(name, compiler)
  const made = compiler.compile(schema)
  compiled.set(text, made)
  return made
}

/** Converts fields that accept one value or a list to lists. */
function wrapped(value: unknown, names: readonly string[] | undefined): unknown {
  if (names === undefined || value === null || typeof value !== 'object') return value
  const lists = names.filter(
    name => Object.hasOwn(value, name) && !Array.isArray((value as Record<string, unknown>)[name]),
  )
  return lists.length === 0
    ? value
    : {
        ...value,
        ...Object.fromEntries(
          lists.map(name => [name, [(value as Record<string, unknown>)[name]]]),
        ),
      }
}

/**
 * The name of a member that is infinite. Ajv parses a text such as 1e309 to Infinity, and does not
 * compare that with the limits of the schema.
 */
function infiniteMember(query: object): string | undefined {
  for (const [name, one] of Object.entries(query))
    if (Array.isArray(one) ? one.some(isInfinite) : isInfinite(one)) return name
  return undefined
}

const isInfinite = (value: unknown): boolean => value === Infinity || value === -Infinity

const outOfRange = (path: string): Checked => ({
  issues: [{ path: path.slice(0, MOST_PATH), message: 'is out of range', code: 'type' }],
})

function misspeltIssue({ path, name }: Misspelt): Issue {
  return { path: path.slice(0, MOST_PATH), message: `must be written ${name}`, code: 'spelling' }
}

/** `refuse` closes only the outermost object; inner schemas declare it themselves. */
function closed(input: InputSpec): object {
  return input.unknown === 'refuse' && knownMembers(input.schema) !== undefined
    ? { ...input.schema, additionalProperties: false }
    : input.schema
}

function knownMembers(schema: object): ReadonlySet<string> | undefined {
  const properties = (schema as { properties?: object }).properties
  return properties === undefined ? undefined : new Set(Object.keys(properties))
}

function pickMembers(value: unknown, known: ReadonlySet<string>): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(value))
    if (known.has(key)) kept[key] = (value as Record<string, unknown>)[key]
  return kept
}

/** Whether a value has fewer than 2,000 values, so that listing every fault is cheap. */
function isSmall(value: unknown): boolean {
  let left = 2000
  const walk = (node: unknown): boolean => {
    if (--left < 0) return false
    if (node === null || typeof node !== 'object') return true
    return Object.values(node).every(walk)
  }
  return walk(value)
}
