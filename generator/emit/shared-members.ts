/** Finds members that several objects share, so that they are printed once. */
import { signature } from '../js/ask.ts'
import { print } from '../js/print.ts'
import { objectOf, type Member } from '../js/tree.ts'
import { WIDTH } from '../js/words.ts'

/** Members that some objects share; `users` are their indexes. */
export interface Base<M = Member> {
  users: readonly number[]
  members: readonly M[]
}

/** How members are compared and counted. */
interface Measure<M> {
  /** A key that is equal only for equal members. */
  keyOf(member: M): string
  linesOf(member: M): number
}

/** The fewest lines that a base must save. */
const WORTH = 4

/**
 * The lines around the members of a base: its comment, its first and last line, and an empty line.
 */
const FRAME = 4

/** The bases of these objects, as `basesBy` finds them; members with equal keys are equal. */
export const basesOf = (
  objects: readonly (readonly Member[])[],
  keyOf: (member: Member) => string = memberKey,
): Base[] => basesBy({ keyOf, linesOf }, objects)

/**
 * The bases of these objects, those that save most first. An object has at most one base, and all
 * users of a base have exactly its members.
 */
export function basesBy<M>(measure: Measure<M>, objects: readonly (readonly M[])[]): Base<M>[] {
  const bases: Base<M>[] = []
  const free = new Set(objects.keys())
  for (;;) {
    const best = bestBase(objects, free, measure)
    if (best === undefined) return bases
    bases.push(best)
    for (const user of best.users) free.delete(user)
  }
}

function bestBase<M>(
  objects: readonly (readonly M[])[],
  free: ReadonlySet<number>,
  { keyOf, linesOf: linesIn }: Measure<M>,
): Base<M> | undefined {
  const usersOf = new Map<string, number[]>()
  for (const index of free)
    for (const member of objects[index]!) {
      const users = usersOf.get(keyOf(member))
      if (users === undefined) usersOf.set(keyOf(member), [index])
      else users.push(index)
    }
  const sets = new Map([...usersOf.values()].map(users => [users.join(), users]))
  let best: { base: Base<M>; saved: number } | undefined
  for (const users of sets.values()) {
    if (users.length < 2) continue
    const members = objects[users[0]!]!.filter(member => {
      const all = usersOf.get(keyOf(member))!
      return users.every(user => all.includes(user))
    })
    const lines = members.reduce((sum, member) => sum + linesIn(member), 0)
    const saved = (users.length - 1) * lines - users.length - FRAME
    if (saved >= WORTH && (best === undefined || saved > best.saved))
      best = { base: { users, members }, saved }
  }
  return best?.base
}

/** A member that some objects repeat; `users` are their indexes. */
export interface Repeated {
  users: readonly number[]
  member: Extract<Member, { key: string }>
}

/** The long members that several objects repeat, in the order of the objects. */
export function repeatedIn(objects: readonly (readonly Member[])[]): Repeated[] {
  const found = new Map<string, { users: number[]; member: Repeated['member'] }>()
  for (const [index, members] of objects.entries())
    for (const member of members) {
      if (!('key' in member) || member.value.kind !== 'object') continue
      const known = found.get(memberKey(member))
      if (known === undefined) found.set(memberKey(member), { users: [index], member })
      else known.users.push(index)
    }
  return [...found.values()].filter(({ users, member }) => {
    if (users.length < 2) return false
    // Each user keeps one line, which names the constant.
    return (users.length - 1) * linesOf(member) - users.length - FRAME >= WORTH
  })
}

/** A key that is equal only for equal members. */
export const memberKey = (member: Member): string => signature(objectOf([member]))

function linesOf(member: Member): number {
  return print(objectOf([member]), { indent: 0, column: WIDTH, tail: 0 }).split('\n').length - 2
}
