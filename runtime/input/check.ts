/**
 * Compiled request shapes. Unknown members are dropped, refused or kept as the catalog says; what is optional and null is not there;
 * defaults are filled in.
 */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InputSpec } from '../contract.ts'
import { compileTidy, type Misspelt } from './members.ts'

/** One faulty field of a request. */
export type Issue = { path: string; message: string; code: string }

/** The value as formulas see it, or what is wrong with it. */
export type Checked = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
export type Check = (value: unknown) => Checked

/** Largest value (in JSON characters, estimated by its bytes) of which every fault is listed; larger ones name only the first. */
const MOST_ISSUES = 50
/** Most characters of a path that is told. */
const MOST_PATH = 200

const common: Options = { strict: false, useDefaults: true, validateFormats: false, logger: false }

/** Compiles the shape of a body or (with types read from text) of a query. */
export function compileCheck(input: InputSpec, part: 'body' | 'query'): Check {
  const schema = closed(input)
  const options = part === 'query' ? { ...common, coerceTypes: 'array' as const } : common
  const passes = new Ajv2020(options).compile(schema)
  const explains = new Ajv2020({ ...options, allErrors: true }).compile(schema)
  const known = input.unknown === 'ignore' ? knownMembers(input.schema) : undefined
  const tidy = part === 'body' ? compileTidy(input) : undefined
  return given => {
    const value = known === undefined ? given : pickMembers(given, known)
    const misspelt = tidy?.(value)
    if (misspelt !== undefined) return { issues: [misspeltIssue(misspelt)] }
    if (passes(value)) return { value: wrapped(value, input.wrap) }
    return { issues: explain(passes, explains, value) }
  }
}

/** Fields that may come as one value or as a list are lists from here on. */
function wrapped(value: unknown, names: readonly string[] | undefined): unknown {
  if (names === undefined || value === null || typeof value !== 'object') return value
  const lists = names.filter(name => Object.hasOwn(value, name) && !Array.isArray((value as Record<string, unknown>)[name]))
  return lists.length === 0 ? value : { ...value, ...Object.fromEntries(lists.map(name => [name, [(value as Record<string, unknown>)[name]]])) }
}

/** Listing every fault costs memory per fault, so a large request hears of its first one only. */
function explain(passes: ValidateFunction, explains: ValidateFunction, value: unknown): readonly Issue[] {
  if (isSmall(value)) {
    explains(value)
    if (explains.errors?.length) return describe(explains.errors)
  }
  return describe(passes.errors ?? [])
}

function describe(errors: readonly ErrorObject[]): readonly Issue[] {
  const inner = errors.filter(error => error.keyword !== 'anyOf' && error.keyword !== 'oneOf' && error.keyword !== 'if')
  return (inner.length > 0 ? inner : errors).slice(0, MOST_ISSUES).map(issue)
}

function issue(error: ErrorObject): Issue {
  const inside = error.instancePath.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty, allowedValues } = error.params as Record<string, any>
  const last = missingProperty ?? additionalProperty
  const path = (last === undefined ? inside : [...inside, String(last)]).join('.').slice(0, MOST_PATH)
  if (error.keyword === 'required') return { path, message: 'is required', code: 'required' }
  if (error.keyword === 'additionalProperties') return { path, message: 'is not a known field', code: 'unknown_field' }
  const message = error.keyword === 'enum' ? `must be one of ${allowedValues.join(', ')}` : error.message ?? 'is not valid'
  return { path, message, code: error.keyword }
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
  for (const key of Object.keys(value)) if (known.has(key)) kept[key] = (value as Record<string, unknown>)[key]
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
