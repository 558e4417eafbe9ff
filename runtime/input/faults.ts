/**
 * Describes what is wrong with a request, by field. If one of several schemas must fit, only the
 * faults of the schema that was probably meant are described.
 */
import type { ErrorObject } from 'ajv/dist/2020.js'
import { nearestName } from '../lib/suggest.ts'

/** One faulty field of a request; `in` marks a parameter of the query. */
export type Issue = { path: string; message: string; code: string; in?: 'query' }

/** Maximum number of faults reported. */
const MOST_ISSUES = 50
/** Maximum number examined, because schemas are compared with one another. */
const MOST_LOOKED_AT = 400
/** Longest path that is reported. */
export const MOST_PATH = 200

/**
 * How far a schema is from the value: a member is faulty, its kind differs, or not even its type
 * fits.
 */
const [MEMBERS, KIND, TYPE] = [0, 1, 2] as const

/** Returns the faults of a value. */
export function faultsOf(errors: readonly ErrorObject[]): readonly Issue[] {
  return meant(errors.slice(0, MOST_LOOKED_AT).filter(isOwn)).slice(0, MOST_ISSUES).map(issue)
}

/** Leaves out what another fault says too: of a condition, and of the schema of a name. */
const isOwn = ({ keyword, propertyName }: ErrorObject): boolean =>
  keyword !== 'if' && propertyName === undefined

/** Whether one of several schemas had to fit. */
export const isUnion = ({ keyword }: ErrorObject): boolean =>
  keyword === 'anyOf' || keyword === 'oneOf'

/** Returns the faults without those of schemas that were not meant. */
function meant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(isUnion)
  const outer = unions.filter(one => !unions.some(other => isInside(one, other)))
  const others = errors.filter(error => !outer.some(one => one === error || isInside(error, one)))
  return [
    ...others,
    ...outer.flatMap(one =>
      meantOf(
        one,
        errors.filter(error => isInside(error, one)),
      ),
    ),
  ]
}

/** Whether a fault was found while a schema of a union was tried. */
export function isInside(error: ErrorObject, union: ErrorObject): boolean {
  const isBelow =
    error.instancePath === union.instancePath ||
    error.instancePath.startsWith(`${union.instancePath}/`)
  return error !== union && isBelow && error.schemaPath.startsWith(`${union.schemaPath}/`)
}

function meantOf(union: ErrorObject, inside: readonly ErrorObject[]): readonly ErrorObject[] {
  const shapes = new Map<string, ErrorObject[]>()
  for (const error of inside) {
    const shape = error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]!
    shapes.set(shape, [...(shapes.get(shape) ?? []), error])
  }
  const all = [...shapes.values()]
  const nearest = Math.min(...all.map(faults => distance(union, faults)))
  const near = all.filter(faults => distance(union, faults) === nearest)
  if (near.length === 0) return [union]
  if (nearest === MEMBERS)
    return meant(near.reduce((fewest, faults) => (faults.length < fewest.length ? faults : fewest)))
  return [together(near.flat().filter(fault => (nearest === KIND ? isKind : isType)(union, fault)))]
}

function distance(union: ErrorObject, faults: readonly ErrorObject[]): number {
  if (faults.some(fault => isType(union, fault))) return TYPE
  return faults.some(fault => isKind(union, fault)) ? KIND : MEMBERS
}

function isType({ instancePath }: ErrorObject, fault: ErrorObject): boolean {
  return fault.instancePath === instancePath && (fault.keyword === 'type' || isFixed(fault))
}

/** Kinds are distinguished by a member with a fixed value, such as `type`. */
function isKind({ instancePath }: ErrorObject, fault: ErrorObject): boolean {
  return (
    isFixed(fault) &&
    fault.instancePath.lastIndexOf('/') === instancePath.length &&
    fault.instancePath.startsWith(`${instancePath}/`)
  )
}

const isFixed = ({ keyword }: ErrorObject): boolean => keyword === 'const' || keyword === 'enum'

/** Merges the faults that every schema reports at the same place into one. */
function together(faults: readonly ErrorObject[]): ErrorObject {
  const first = faults[0]!
  const values = [...new Set(faults.filter(isFixed).flatMap(valuesOf))]
  const types = [
    ...new Set(
      faults
        .filter(({ keyword }) => keyword === 'type')
        .flatMap(({ params }) => typesOf(params.type)),
    ),
  ]
  if (values.length === 0) return { ...first, keyword: 'type', params: { type: types } }
  const besides = types.length === 0 ? '' : `, or ${or(types.map(plainType))}`
  return {
    ...first,
    keyword: 'enum',
    params: {},
    message: `must be one of ${values.join(', ')}${besides}`,
  }
}

function valuesOf({ params }: ErrorObject): readonly string[] {
  return ((params.allowedValues ?? [params.allowedValue]) as unknown[]).map(String)
}

function typesOf(type: string | readonly string[]): readonly string[] {
  return [type].flat()
}

function plainType(type: string): string {
  if (type === 'null') return type
  const word = type === 'array' ? 'list' : type
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`
}

function or(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

type Fields = Readonly<Record<string, unknown>>

function issue(error: ErrorObject): Issue {
  const inside = error.instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty, propertyName } = error.params as Fields
  const last = missingProperty ?? additionalProperty ?? propertyName
  const path = (last === undefined ? inside : [...inside, String(last)])
    .join('.')
    .slice(0, MOST_PATH)
  if (error.keyword === 'required') return { path, message: 'is required', code: 'required' }
  if (error.keyword === 'additionalProperties')
    return {
      path,
      message: `is not a known field${hintOf(error, String(additionalProperty))}`,
      code: 'unknown_field',
    }
  if (error.keyword === 'propertyNames')
    return { path, message: 'is not a name that is accepted here', code: 'unknown_field' }
  return { path, message: wordsOf(error), code: error.keyword }
}

/** `; did you mean x?` if a known field is near. */
function hintOf({ parentSchema }: ErrorObject, name: string): string {
  const known = (parentSchema?.properties ?? {}) as object
  const near = nearestName(name, Object.keys(known))
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Returns the fault as a message. */
function wordsOf({ keyword, params, message = 'is not valid', parentSchema }: ErrorObject): string {
  const { limit, type, allowedValues, allowedValue } = params as {
    limit?: number
    type?: string | string[]
    allowedValues?: unknown[]
    allowedValue?: unknown
  }
  switch (keyword) {
    case 'enum':
      return allowedValues === undefined ? message : `must be one of ${allowedValues.join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(allowedValue)}`
    case 'type':
      return Array.isArray(type) && type.length > 1
        ? `must be ${or(type.map(plainType))}`
        : `must be ${typesOf(type ?? []).join('')}`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} elements`
    case 'maxItems':
      return `must have at most ${limit} elements`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'pattern':
      return `${message}${suchAs(parentSchema)}`
    default:
      return message
  }
}

/** Returns an example value from the schema, because a pattern is hard to read. */
function suchAs(schema: ErrorObject['parentSchema']): string {
  const [example] = (schema?.examples ?? []) as unknown[]
  return example === undefined ? '' : `, such as ${String(example)}`
}
