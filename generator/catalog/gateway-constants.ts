/**
 * Builds `constants:` of gateway.yaml: numbers, texts, lists and maps that are written once and
 * that every formula and message may name. `limits` is one of them: `limits.name.max` is the value
 * in limits.yaml.
 */
import { decimalOf } from '../formula/decimal.ts'
import { number, text as textOf, word } from '../js/tree.ts'
import { entriesOf, problem, textAt, valueOf } from '../read/access.ts'
import { constantsOf } from './constants.ts'
import type { Def } from '../resolve/flat.ts'
import type { Let } from '../ir.ts'
import type { Binding, Decimal, Names, Problem, RawEntry, Type } from '../types.ts'

/** Constants as formulas see them: `names` are printed at each use, `tables` once. */
export interface GatewayConstants {
  names: Names
  tables: readonly Let[]
}

/** The numbers among the constants, as written in gateway.yaml. */
export function numbersOf(gateway: Def): Record<string, Decimal> {
  const entries = entriesOf(valueOf(gateway.value, 'constants')).flatMap(({ key, value }) =>
    value.kind === 'scalar' && typeof value.value === 'number'
      ? [[key, decimalOf(value.text.text)] as const]
      : [],
  )
  return Object.fromEntries(entries)
}

/** The constants of the gateway; reports a name that formulas already use. */
export function gatewayConstants(
  gateway: Def,
  at: { limits: readonly Def[]; taken: Names; problems: Problem[] },
): GatewayConstants {
  const raw = valueOf(gateway.value, 'constants')
  const known: Record<string, Binding> =
    at.limits.length > 0 ? { limits: limitsName(at.limits) } : {}
  for (const entry of entriesOf(raw)) {
    if (Object.hasOwn(at.taken, entry.key) || Object.hasOwn(known, entry.key))
      at.problems.push(
        problem('name-taken', entry.keyPlace, `\`${entry.key}\` is already a name`, {
          hint: 'choose another name',
        }),
      )
    else if (entry.value.kind === 'scalar') known[entry.key] = scalar(entry, known, at.problems)
  }
  const tables = entriesOf(raw).filter(entry => entry.value.kind !== 'scalar')
  const rest = raw?.kind === 'map' ? { ...raw, entries: tables } : undefined
  return { names: known, tables: constantsOf(rest, at.problems) }
}

/** The type of an integer with only one possible value. */
function whole(value: number): Type {
  return { kind: 'integer', min: value, max: value }
}

function limitsName(limits: readonly Def[]): Binding {
  const fields = limits.map(def => {
    const max = { type: whole(Number(textAt(def.value, 'max') ?? 0)), place: def.place }
    return [def.name, { type: { kind: 'record' as const, fields: { max } } }] as const
  })
  // Only its numbers are printed, so the code of the record itself is never read.
  return { type: { kind: 'record', fields: Object.fromEntries(fields) }, code: number(0) }
}

function scalar(entry: RawEntry, known: Names, problems: Problem[]): Binding {
  const value = entry.value as Extract<RawEntry['value'], { kind: 'scalar' }>
  const place = entry.keyPlace
  if (typeof value.value === 'boolean')
    return { type: { kind: 'boolean', is: value.value }, code: word(value.value), place }
  if (typeof value.value !== 'number') {
    const text = filled(entry, value.text.text, { known, problems })
    return { type: { kind: 'string', choices: [text] }, code: textOf(text), place }
  }
  const { num, den } = decimalOf(value.text.text)
  if (den === 1n) return { type: whole(Number(num)), code: number(Number(num)), place }
  return { type: { kind: 'decimal', den }, code: number(num), place }
}

/**
 * Fills `{name}` and `{limits.name.max}` in a text; it may name constants that are defined above
 * it.
 */
function filled(entry: RawEntry, text: string, at: { known: Names; problems: Problem[] }): string {
  return text.replaceAll(/\{([\w.]+)\}/g, (hole, path: string) => {
    const value = valueAt(path.split('.'), at.known)
    if (value === undefined)
      at.problems.push(
        problem('unknown-name', entry.value.place, `${hole} is not a constant`, {
          hint: 'name a number or text that is defined above, or {limits.name.max}',
        }),
      )
    return value ?? hole
  })
}

function valueAt([name, ...path]: readonly string[], known: Names): string | undefined {
  let type = Object.hasOwn(known, name!) ? known[name!]!.type : undefined
  for (const key of path) type = type?.kind === 'record' ? type.fields[key]?.type : undefined
  if (type?.kind === 'string') return type.choices?.[0]
  return type?.kind === 'integer' ? String(type.min) : undefined
}
