/**
 * Compiled request shapes. Unknown members are dropped, refused or kept as the catalog says; where
 * they are kept, what is optional and null is not there. Defaults are filled in.
 */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InputSpec } from '../contract.ts'
import { createCloser } from './closer.ts'
import { faultsOf, MOST_PATH, type Issue } from './faults.ts'
import { compileTidy, type Misspelt } from './members.ts'

export type { Issue } from './faults.ts'

/** The value as formulas see it, or what is wrong with it. */
export type Checked = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
export type Check = (value: unknown) => Checked

// The shapes are the generator's. To check each against the schema of schemas would take the better
// part of a start.
const common: Options = {
  strict: false,
  validateSchema: false,
  useDefaults: true,
  validateFormats: false,
  logger: false,
}

/** Compiles the shape of a body or (with types read from text) of a query. */
export function compileCheck(input: InputSpec, part: 'body' | 'query'): Check {
  const schema = closed(input)
  const options = part === 'query' ? { ...common, coerceTypes: 'array' as const } : common
  const passes = compile(schema, { ...options, verbose: true })
  // Compiled when the first request is faulty: a gateway has many shapes, and starts often.
  let explains: ValidateFunction | undefined
  const thorough = (shape: object): ValidateFunction =>
    compile(shape, { ...options, allErrors: true })
  const closer = createCloser(thorough)
  // Listing every fault costs memory per fault, so a large request hears of its first one only.
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
    if (passes(value)) return { value: wrapped(value, input.wrap) }
    return { issues: whyNot(value) }
  }
}

/** Compilers by their options: to make one takes longer than most shapes do. */
const compilers = new Map<string, Ajv2020>()

function compile(schema: object, options: Options): ValidateFunction {
  const name = JSON.stringify(options)
  const known = compilers.get(name) ?? new Ajv2020(options)
  compilers.set(name, known)
  return known.compile(schema)
}

/** Fields that may come as one value or as a list are lists from here on. */
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

function misspeltIssue({ path, name }: Misspelt): Issue {
  return { path: path.slice(0, MOST_PATH), message: `must be written ${name}`, code: 'spelling' }
}

/** `refuse` closes the outermost object; the shapes inside say it themselves. */
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

/** Fewer than 2,000 values inside, so that listing every fault is cheap. */
function isSmall(value: unknown): boolean {
  let left = 2000
  const walk = (node: unknown): boolean => {
    if (--left < 0) return false
    if (node === null || typeof node !== 'object') return true
    return Object.values(node).every(walk)
  }
  return walk(value)
}
