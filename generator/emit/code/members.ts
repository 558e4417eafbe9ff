/** The members of an IR object by the table of its keys, as expressions. */
import { literal, type Js, type Member } from '../../js/tree.ts'
import { membersOf, type Key, type Keys, type Moment } from '../../language/key.ts'
import type { Kind, Values } from '../../language/values.ts'
import type { Block } from '../../ir.ts'
import { CALL, CALL_REPLY, functionOf, REPLY, SCOPE, type PrintContext } from './function.ts'

/** A member with its rank among the others of the object; undefined where it is not there. */
export type Ranked = readonly [rank: number, key: string, value: Js | undefined]

/** What the kinds of an object become that are neither plain values nor single formulas. */
export type Printers<K extends Kind> = {
  readonly [P in K]: (value: Values[P]) => Js | undefined
}

/** Where members stand: the site of a formula without its names. */
export type Around = Omit<PrintContext, 'roots'>

const LAST = Number.MAX_SAFE_INTEGER

/** The names of the scope that formulas of a moment can read. */
function rootsAt(moment: Moment | undefined): readonly string[] {
  if (moment === 'asked' || moment === 'sent') return CALL
  if (moment === 'answered') return CALL_REPLY
  return moment === 'replied' ? REPLY : SCOPE
}

/** The members of an object that come from its keys. `own` makes the kinds that need it. */
export function keyMembers(
  keys: Keys,
  object: object,
  own: Partial<Printers<Kind>>,
  around: Around,
): Ranked[] {
  return membersOf(keys, object).map(({ key: one, value }): Ranked => {
    const make = own[one.kind] as ((value: unknown) => Js | undefined) | undefined
    return [one.rank ?? LAST, one.member!, make ? make(value) : plain(one, value, around)]
  })
}

/** A formula as a function, anything else as it is. */
function plain({ sees }: Key, value: unknown, around: Around): Js {
  return isBlock(value) ? functionOf(value, { ...around, roots: rootsAt(sees) }) : literal(value)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'lets' in value && 'code' in value
}

/** The members that are there, in the order of their ranks. */
export function inOrder(list: readonly Ranked[]): Member[] {
  const sorted = [...list].sort(([a], [b]) => a - b)
  return sorted.flatMap(([, key, value]) => (value === undefined ? [] : [{ key, value }]))
}
