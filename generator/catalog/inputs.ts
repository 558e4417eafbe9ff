/** Builds request shapes: a body or query from fields, or from a schema of the catalog. */
import { entriesOf, problem, textAt, textOf, type RawMap } from '../read/access.ts'
import { parseField, type FieldNotation } from '../notation/field.ts'
import { known, type LoweringContext } from './build.ts'
import type { InputIR } from '../ir.ts'
import type { Field, Place, RawEntry, Type } from '../types.ts'

/** A body, query or answer; undefined if it is invalid, after reporting it. */
export function inputOf(entry: RawEntry, build: LoweringContext): InputIR | undefined {
  if (entry.value.kind === 'scalar') return fromSchema(entry, build)
  return fromFields(entry.value as RawMap, { build, place: entry.keyPlace })
}

function fromSchema(entry: RawEntry, build: LoweringContext): InputIR | undefined {
  const found = known(build, 'schema', {
    name: textOf(entry.value)!,
    place: entry.value.place,
    defs: build.schemas,
  })
  return (
    found && {
      schema: found.schema,
      unknown: 'forward',
      unchecked: false,
      type: found.type,
      place: entry.keyPlace,
    }
  )
}

function fromFields(
  raw: RawMap,
  at: { build: LoweringContext; place: Place },
): InputIR | undefined {
  const others = textAt(raw, '...') ?? 'ignore'
  const unchecked = others === 'unchecked'
  const unknown = unchecked ? 'forward' : (others as InputIR['unknown'])
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  const wrap: string[] = []
  const fields: Record<string, Field> = {}
  let wrong = false
  for (const entry of entriesOf(raw)) {
    if (entry.key === '...') continue
    const field = fieldOf(entry, at.build)
    if (!field) {
      wrong = true
      continue
    }
    properties[entry.key] = entry.doc ? { ...field.schema, description: entry.doc } : field.schema
    if (field.required) required.push(entry.key)
    if (field.wrap) wrap.push(entry.key)
    const type: Type = unchecked ? { kind: 'string' } : field.type
    const optional = unchecked || (!field.required && !Object.hasOwn(field.schema, 'default'))
    fields[entry.key] = {
      type,
      place: entry.keyPlace,
      ...(optional ? { optional: true } : {}),
      ...(entry.doc ? { doc: entry.doc } : {}),
    }
  }
  if (wrong) return undefined
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const one = wrap.length > 0 && !unchecked ? { wrap } : {}
  return { schema, unknown, unchecked, ...one, type: { kind: 'record', fields }, place: at.place }
}

function fieldOf(entry: RawEntry, build: LoweringContext): FieldNotation | undefined {
  if (entry.value.kind !== 'scalar')
    return void build.problems.push(
      problem('wrong-type', entry.value.place, `\`${entry.key}\` must be a field, e.g. string!`),
    )
  const read = parseField(entry.value.text, build.schemas)
  build.problems.push(...read.problems)
  return read.value
}
