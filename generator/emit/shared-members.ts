/** Finds what several objects have in common, so that it is printed once. */
import { signature } from '../js/ask.ts'
import { print } from '../js/print.ts'
import { objectOf, type Member } from '../js/tree.ts'
import { WIDTH } from '../js/words.ts'

/** Members that some objects share; `users` are their indexes. */
export interface Base {
  users: readonly number[]
  members: readonly Member[]
}

/** Lines that a base must save before it is worth its name. */
const WORTH = 4

/** Lines around the members of a base: its comment, its head, its end, and an empty line. */
const FRAME = 4

/**
 * The bases of these objects, those that save most first. An object has one base at most, and a
 * member is in a base only where each of its users has the very same one.
 */
export function basesOf(objects: readonly (readonly Member[])[]): Base[] {
  const bases: Base[] = []
  const free = new Set(objects.keys())
  for (;;) {
    const best = bestBase(objects, free)
    if (best === undefined) return bases
    bases.push(best)
    for (const user of best.users) free.delete(user)
  }
}

function bestBase(
  objects: readonly (readonly Member[])[],
  free: ReadonlySet<number>,
): Base | undefined {
  const usersOf = new Map<string, number[]>()
  for (const index of free)
    for (const member of objects[index]!) {
      const users = usersOf.get(keyOf(member))
      if (users === undefined) usersOf.set(keyOf(member), [index])
      else users.push(index)
    }
  const sets = new Map([...usersOf.values()].map(users => [users.join(), users]))
  let best: { base: Base; saved: number } | undefined
  for (const users of sets.values()) {
    if (users.length < 2) continue
    const members = objects[users[0]!]!.filter(member => {
      const all = usersOf.get(keyOf(member))!
      return users.every(user => all.includes(user))
    })
    const lines = members.reduce((sum, member) => sum + linesOf(member), 0)
    const saved = (users.length - 1) * lines - users.length - FRAME
    if (saved >= WORTH && (best === undefined || saved > best.saved))
      best = { base: { users, members }, saved }
  }
  return best?.base
}

/** A key that two members share only if they are the same. */
export const keyOf = (member: Member): string => signature(objectOf([member]))

function linesOf(member: Member): number {
  return print(objectOf([member]), { indent: 0, column: WIDTH, tail: 0 }).split('\n').length - 2
}
