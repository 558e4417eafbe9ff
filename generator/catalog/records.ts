/**
 * Type-checks `records:`. They are part of the language; routes that use them are not served yet.
 */
import { entriesOf, itemsOf, textOf, valueOf, problem } from '../read/access.ts'
import { parseField } from '../notation/field.ts'
import { known, knownCall, report, type LoweringContext } from './build.ts'
import { durationAt } from './literals.ts'
import { treeLowering } from './lower.ts'
import { CALL_NAMES } from './names.ts'
import { lower, formulaScope } from './scope.ts'
import type { Def } from '../resolve/flat.ts'
import type { Field, Text, Type } from '../types.ts'

/** Types that only records have: who owns it, where it was bought, when it ends (Unix seconds). */
const OWN_TYPES: Readonly<Record<string, Type>> = {
  wallet: { kind: 'string' },
  network: { kind: 'string' },
  time: { kind: 'integer' },
}

/** Reports what is wrong with the records. */
export function checkRecords(defs: readonly Def[], build: LoweringContext): void {
  for (const def of defs) checkRecord(def, build)
}

function checkRecord(def: Def, build: LoweringContext): void {
  const fields = new Map(
    entriesOf(valueOf(def.value, 'fields')).map(entry => [
      entry.key,
      { place: entry.keyPlace, raw: entry.value },
    ]),
  )
  const types = [...fields].map(([name, { raw, place }]): [string, Field] => [
    name,
    { type: typeOf((raw as { text: Text }).text, build), place, ...optionalField(textOf(raw)) },
  ])
  const key = valueOf(def.value, 'key')
  if (key) known(build, 'field', { name: textOf(key) ?? '', place: key.place, defs: fields })
  for (const item of itemsOf(valueOf(def.value, 'index')))
    known(build, 'field', {
      name: textOf(item) ?? '',
      place: item.place,
      defs: fields,
    })
  durationAt(def.value, 'keep', build.problems)
  const removed = valueOf(def.value, 'on_removed')
  const call = valueOf(removed, 'call')
  if (call) knownCall(build, textOf(call) ?? '', call.place)
  const send = valueOf(removed, 'send')
  const names = {
    ...CALL_NAMES,
    record: { type: { kind: 'record', fields: Object.fromEntries(types) } as Type, code: 'record' },
  }
  if (send) lower(formulaScope(build, names), treeLowering(send))
  if (fields.size === 0)
    report(build, problem('bad-value', def.place, `the record \`${def.name}\` has no fields`))
}

function optionalField(text: string | undefined): { optional?: true } {
  return text?.includes('!') ? {} : { optional: true }
}

function typeOf(text: Text, build: LoweringContext): Type {
  const own = OWN_TYPES[text.text.replace(/!$/, '')]
  if (own && Object.hasOwn(OWN_TYPES, text.text.replace(/!$/, ''))) return own
  const read = parseField(text, build.schemas)
  build.problems.push(...read.problems)
  return read.value?.type ?? { kind: 'json' }
}
