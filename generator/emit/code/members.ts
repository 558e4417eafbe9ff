/** Prints the members of an IR object by the table of its keys. */
import { membersOf, type Key, type Keys, type Moment } from '../../language/key.ts'
import type { Kind, Values } from '../../language/values.ts'
import type { Block } from '../../ir.ts'
import { CALL, CALL_REPLY, functionText, REPLY, SCOPE, type Site } from './function.ts'
import { braces, type Member } from './braces.ts'
import { literal } from './literal.ts'

/** A member with its rank among the others of the object. */
export type Ranked = readonly [rank: number, ...member: Member]

/** How the kinds of an object are printed that are neither plain values nor single formulas. */
export type Printers<K extends Kind> = {
  readonly [P in K]: (value: Values[P]) => string | undefined
}

/** Where members are printed: the site of a formula without its names. */
export type Around = Omit<Site, 'roots'>

const LAST = Number.MAX_SAFE_INTEGER

/** The names of the scope that formulas of a moment can read. */
function rootsAt(moment: Moment | undefined): readonly string[] {
  if (moment === 'asked' || moment === 'sent') return CALL
  if (moment === 'answered') return CALL_REPLY
  return moment === 'replied' ? REPLY : SCOPE
}

/** The members of an object that come from its keys. `own` prints the kinds that need it. */
export function keyMembers(
  keys: Keys,
  object: object,
  own: Partial<Printers<Kind>>,
  around: Around,
): Ranked[] {
  return membersOf(keys, object).map(({ key: one, value }): Ranked => {
    const print = own[one.kind] as ((value: unknown) => string | undefined) | undefined
    const text = print ? print(value) : plain(one, value, around)
    return [one.rank ?? LAST, one.member!, text]
  })
}

/** A formula as a function, anything else as it is. */
function plain({ sees }: Key, value: unknown, around: Around): string {
  return isBlock(value) ? functionText(value, { ...around, roots: rootsAt(sees) }) : literal(value)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'lets' in value && 'code' in value
}

/** The members that are there, in the order of their ranks. */
export function inOrder(list: readonly Ranked[]): Member[] {
  const sorted = list.filter(([, , text]) => text !== undefined).sort(([a], [b]) => a - b)
  return sorted.map(([, name, text, comment]): Member => [name, text, comment])
}

/** An object of these members, in the order of their ranks. */
export function ranked(list: readonly Ranked[], indent: string): string {
  return braces(inOrder(list), indent)
}
