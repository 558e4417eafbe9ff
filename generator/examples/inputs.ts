/**
 * Converts an example's request into the form that formulas read: validated, with defaults filled
 * in and unknown members dropped.
 */
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { InputIR } from '../ir.ts'
import { schemaValidator } from '../schema-validator.ts'

/** A request part as formulas see it, or the reason of its refusal. */
export type Shaped = { ok: true; value: unknown } | { ok: false; reason: string }

/** Shapes request parts; caches compiled schemas, because many routes share theirs. */
export interface Shaper {
  shape(input: InputIR, value: unknown, options: { strings: boolean }): Shaped
}

/** Compiled schemas by their text, shared by all compilations of a process. */
const known = new Map<string, ValidateFunction>()
const MOST_KNOWN = 1000

/** Compiled schemas by the schema itself: with and without the conversion of texts. */
const compiled = {
  strings: new WeakMap<object, ValidateFunction>(),
  plain: new WeakMap<object, ValidateFunction>(),
}

/** A shaper. */
export function shaper(): Shaper {
  const makers = new Map<boolean, Ajv2020>()
  const made = (schema: object, strings: boolean): ValidateFunction => {
    const text = `${strings}${JSON.stringify(schema)}`
    const found = known.get(text)
    if (found !== undefined) return found
    const ajv =
      makers.get(strings) ??
      schemaValidator({ useDefaults: true, coerceTypes: strings ? 'array' : false })
    makers.set(strings, ajv)
    const validate = ajv.compile(cloned(schema) as object)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(text, validate)
    return validate
  }
  const validator = ({ schema }: InputIR, strings: boolean): ValidateFunction => {
    const cache = strings ? compiled.strings : compiled.plain
    const validate = cache.get(schema) ?? made(schema, strings)
    cache.set(schema, validate)
    return validate
  }
  return {
    shape(input, value, { strings }) {
      if (input.unchecked) return { ok: true, value }
      const copy = cloned(value)
      const foreign = unknownMembers(input, copy)
      if (foreign.length > 0 && input.unknown === 'refuse')
        return { ok: false, reason: `unknown member ${foreign[0]}` }
      if (input.unknown === 'ignore')
        for (const name of foreign) delete (copy as Record<string, unknown>)[name]
      wrapSingles(input, copy)
      const check = validator(input, strings)
      if (check(copy)) return { ok: true, value: copy }
      const error = check.errors?.[0]
      return {
        ok: false,
        reason:
          `${error?.instancePath === '' ? 'it' : (error?.instancePath ?? '')} ${error?.message ?? 'is not valid'}`.trim(),
      }
    },
  }
}

/** A copy of JSON. `structuredClone` is slower for such small values. */
function cloned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cloned(one)]))
}

/** Wraps a single value in a list, where the field allows it. */
function wrapSingles({ wrap = [] }: InputIR, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const members = value as Record<string, unknown>
  for (const name of wrap)
    if (members[name] !== undefined && !Array.isArray(members[name]))
      members[name] = [members[name]]
}

function unknownMembers(input: InputIR, value: unknown): string[] {
  const properties = input.schema.properties
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    typeof properties !== 'object' ||
    properties === null
  )
    return []
  return Object.keys(value).filter(name => !Object.hasOwn(properties, name))
}
