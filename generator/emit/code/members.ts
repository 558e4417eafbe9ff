/** Makes the members of an IR object as expressions, by the table of its keys. */
import { literal, type Js, type Member } from '../../js/tree.ts'
import { membersOf, type Key, type Keys, type Moment } from '../../language/key.ts'
import type { Kind, Values } from '../../language/values.ts'
import type { Block } from '../../ir.ts'
import { CALL, CALL_REPLY, functionOf, REPLY, SCOPE, type PrintContext } from './function.ts'

/** A member with its rank in the object; undefined if it is missing. */
export type Ranked = readonly [rank: number, key: string, value: Js | undefined]

/** The printers for kinds that are neither plain values nor single formulas. */
export type Printers<K extends Kind> = {
  readonly [P in K]: (value: Values[P]) => Js | undefined
}

/** The context of members: that of a formula without its names. */
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

/** A formula as a function, any other value unchanged. */
function plain({ sees }: Key, value: unknown, around: Around): Js {
  return isBlock(value) ? functionOf(value, { ...around, roots: rootsAt(sees) }) : literal(value)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'lets' in value && 'code' in value
}

/** The existing members, in the order of their ranks. */
export function inOrder(list: readonly Ranked[]): Member[] {
  const sorted = [...list].sort(([a], [b]) => a - b)
  return sorted.flatMap(([, key, value]) => (value === undefined ? [] : [{ key, value }]))
}
