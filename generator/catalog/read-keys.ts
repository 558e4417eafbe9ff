/**
 * Reads the keys of a map by the tables of the language: plain values, and formulas with the names
 * of their moment. Other kinds are lowered by the code of their object.
 */
import { entriesOf, itemsOf, textAt, textOf, valueOf, type RawMap } from '../read/access.ts'
import { durationAt, bytesAt } from './literals.ts'
import { conditionLowering, treeLowering } from './lower.ts'
import { block, type FormulaScope } from './scope.ts'
import type { Key, Keys, Members, Moment } from '../language/key.ts'
import type { Kind } from '../language/values.ts'
import type { Problem, Raw } from '../types.ts'

type Plain = (raw: RawMap, name: string, problems: Problem[]) => unknown

const texts: Plain = (raw, name) => itemsOf(valueOf(raw, name)).map(item => textOf(item) ?? '')

/** A number; undefined for anything but a single value. */
const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** Kinds of values without formulas. */
const PLAIN: Partial<Record<Kind, Plain>> = {
  text: (raw, name) => textOf(valueOf(raw, name)),
  word: (raw, name) => textOf(valueOf(raw, name)),
  flag: (raw, name) => (textOf(valueOf(raw, name)) === 'true' ? true : undefined),
  count: (raw, name) => numberOf(textOf(valueOf(raw, name))),
  names: texts,
  takes: (raw, name) =>
    Object.fromEntries(
      entriesOf(valueOf(raw, name)).map(one => [one.key, textOf(one.value) ?? '']),
    ),
  allow: texts,
  duration: durationAt,
  timeout: (raw, name, problems) =>
    durationAt(raw, textAt(raw, name)?.startsWith('=') ? 'at_most' : name, problems),
  size: bytesAt,
}

type Scalar = Extract<Raw, { kind: 'scalar' }>
type Lower = (value: Raw, scope: FormulaScope) => unknown

const scalar =
  (lower: (value: Scalar, scope: FormulaScope) => unknown): Lower =>
  (value, scope) =>
    value.kind === 'scalar' ? lower(value, scope) : undefined

/** Kinds of values with formulas. */
const FORMULAS: Partial<Record<Kind, Lower>> = {
  condition: scalar((value, scope) => block(scope, conditionLowering(value))),
  formula: scalar(({ text }, scope) => block(scope, { kind: 'formula', text })),
  integer: scalar(({ text }, scope) =>
    block(scope, { kind: 'formula', text, expect: { kind: 'integer' } }),
  ),
  leaf: (value, scope) => block(scope, treeLowering(value)),
  data: (value, scope) => block(scope, treeLowering(value)),
  tree: (value, scope) => block(scope, treeLowering(value, true)),
  send: (value, scope) =>
    textOf(value) === 'verbatim' ? 'verbatim' : block(scope, treeLowering(value)),
}

/** The members of keys without formulas; reports and leaves out invalid values. */
export function readPlain<T extends Keys>(keys: T, raw: RawMap, problems: Problem[]): Members<T> {
  return reading(keys, raw, (map, name, { kind }) => PLAIN[kind]?.(map, name, problems))
}

/** The members of keys whose formulas are evaluated at one of these moments. */
export function readFormulas<T extends Keys>(
  keys: T,
  raw: RawMap,
  scopes: Partial<Record<Moment, FormulaScope>>,
): Members<T> {
  return reading(keys, raw, (map, name, { sees, kind }) => {
    const scope = sees && scopes[sees]
    return scope && FORMULAS[kind]?.(valueOf(map, name)!, scope)
  })
}

type Read = (raw: RawMap, name: string, key: Key) => unknown

function reading<T extends Keys>(keys: T, raw: RawMap, read: Read): Members<T> {
  return Object.fromEntries(membersIn(keys, raw, read)) as Members<T>
}

function membersIn(keys: Keys, raw: RawMap, read: Read): [string, unknown][] {
  return Object.entries(keys).flatMap(([name, key]): [string, unknown][] => {
    const written = valueOf(raw, name)
    if (key.kind === 'map' && key.keys && written?.kind === 'map')
      return membersIn(key.keys, written, read)
    if (key.member === undefined || !written) return []
    const value = read(raw, name, key)
    return value === undefined ? [] : [[key.member, value]]
  })
}
