/** Compares two versions of a request's shape, field by field. */
import { isObject } from '../../runtime/lib/json.ts'
import type { InputIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import { shortenedPair } from './shortened.ts'

/** A difference at a field; `path` is empty for the request itself. */
export interface FieldChange {
  id: FindingId
  path: string
  old?: string
  new?: string
}

type Json = Readonly<Record<string, unknown>>

/** The differences of a request part. */
export function fieldChanges(
  part: string,
  old: InputIR | undefined,
  now: InputIR | undefined,
): FieldChange[] {
  const [was, is] = [schemaOf(old), schemaOf(now)]
  if (is === undefined) return was === undefined ? [] : removedAll(part, was)
  const strict = now!.unknown === 'refuse' && old !== undefined && old.unknown !== 'refuse'
  const rules: FieldChange[] = strict
    ? [{ id: 'request-unknown-refused', path: part, old: old.unknown, new: 'refuse' }]
    : []
  return [...rules, ...changes(part, was ?? {}, is)]
}

const schemaOf = (input: InputIR | undefined): Json | undefined =>
  input === undefined || input.unchecked ? undefined : input.schema

const removedAll = (part: string, was: Json): FieldChange[] =>
  Object.keys(members(was)).map(name => ({ id: 'request-field-removed', path: `${part}.${name}` }))

function changes(path: string, was: Json, is: Json): FieldChange[] {
  return [
    ...memberChanges(path, was, is),
    ...(was.type === undefined && is.type === undefined ? [] : typeChange(path, was, is)),
    ...valueChanges(path, was, is),
    ...rangeChanges(path, was, is),
    ...(isObject(was.items) && isObject(is.items) ? changes(`${path}[]`, was.items, is.items) : []),
  ]
}

const members = ({ properties }: Json): Readonly<Record<string, Json>> =>
  isObject(properties) ? (properties as Record<string, Json>) : {}

function memberChanges(path: string, was: Json, is: Json): FieldChange[] {
  const [before, after] = [members(was), members(is)]
  const needs = (schema: Json, name: string): boolean =>
    Array.isArray(schema.required) && schema.required.includes(name)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name => {
    const [a, b] = [own(before, name), own(after, name)]
    const at = `${path}.${name}`
    if (b === undefined) return [{ id: 'request-field-removed', path: at }]
    const needed: FieldChange[] =
      needs(is, name) && !(a !== undefined && needs(was, name))
        ? [
            {
              id: 'request-field-required',
              path: at,
              new: 'required',
              old: a ? 'optional' : 'absent',
            },
          ]
        : a !== undefined && needs(was, name) && !needs(is, name)
          ? [{ id: 'request-field-optional', path: at, old: 'required', new: 'optional' }]
          : []
    if (a !== undefined) return [...needed, ...changes(at, a, b), ...defaultChange(at, a, b)]
    return needed.length > 0 ? needed : [{ id: 'request-field-added', path: at }]
  })
}

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

function typeChange(path: string, was: Json, is: Json): FieldChange[] {
  const [a, b] = [text(was.type), text(is.type)]
  return a === b ? [] : [{ id: 'request-type-changed', path, old: a, new: b }]
}

function defaultChange(path: string, was: Json, is: Json): FieldChange[] {
  const [a, b] = [text(was.default), text(is.default)]
  return a === b ? [] : [{ id: 'request-default-changed', path, old: a, new: b }]
}

/** The changes of a field's allowed values: an enum, or a single value. */
function valueChanges(path: string, was: Json, is: Json): FieldChange[] {
  const [a, b] = [valuesOf(was), valuesOf(is)]
  if (b === undefined) return a === undefined ? [] : [widened(path, a.join(', '), 'any')]
  if (a === undefined) return [{ id: 'request-enum-narrowed', path, old: 'any', new: b.join(', ') }]
  const gone = a.filter(one => !b.includes(one))
  const added = b.filter(one => !a.includes(one))
  return [
    ...(gone.length > 0
      ? [{ id: 'request-enum-narrowed' as const, path, old: a.join(', '), new: b.join(', ') }]
      : []),
    ...(added.length > 0 ? [widened(path, a.join(', '), b.join(', '))] : []),
  ]
}

const widened = (path: string, old: string, now: string): FieldChange => ({
  id: 'request-enum-widened',
  path,
  old,
  new: now,
})

function valuesOf({ enum: values, const: only }: Json): string[] | undefined {
  if (only !== undefined) return [text(only)]
  return Array.isArray(values) ? values.map(text) : undefined
}

const LOWEST = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum']
const HIGHEST = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum']

function rangeChanges(path: string, was: Json, is: Json): FieldChange[] {
  const bounds = [...LOWEST, ...HIGHEST].flatMap((name): FieldChange[] => {
    const [a, b] = [was[name], is[name]]
    if (a === b) return []
    const rose = a === undefined || (b !== undefined && Number(b) > Number(a))
    const isUpper = HIGHEST.includes(name)
    const isTighter = b !== undefined && (a === undefined || rose !== isUpper)
    const id = isTighter ? 'request-range-narrowed' : 'request-range-widened'
    return [{ id, path, old: `${name} ${text(a)}`, new: `${name} ${text(b)}` }]
  })
  const others = ['pattern', 'anyOf', 'oneOf', 'format'].flatMap((name): FieldChange[] => {
    const [a, b] = [text(was[name]), text(is[name])]
    if (a === b) return []
    const [old, now] = shortenedPair(a, b, LONGEST)
    return [{ id: 'request-type-changed', path, old, new: now }]
  })
  return [...bounds, ...others]
}

const text = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

const LONGEST = 80
