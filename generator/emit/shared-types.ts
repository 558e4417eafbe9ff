/** Declares members that several types of a file repeat in a type of their own. */
import { basesBy } from './shared-members.ts'

/** A printed type. Only aliases of objects share members; interfaces stay as they are. */
export interface PrintedType {
  name: string
  text: string
}

const TEXTS = {
  keyOf: (member: string) => member,
  linesOf: (member: string) => member.split('\n').length,
}

/** What is printed of an object type: its comment and its members, each with its comment. */
interface ObjectType {
  comment: string
  members: readonly string[]
}

const OBJECT = /^((?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?)export type \w+ = \{\n([^]*)\n\}$/
/** The first line of a member or of its comment. */
const START = /^ {2}(?:\/\*\*|[\w'"[])/
const COMMENT = /^ {2,3}(?:\/\*\*| ?\*)/

/**
 * The texts of the types. Members that several of them repeat are in a type above, with the name of
 * the first and `Base`. `taken` are the names of all types.
 */
export function sharingMembers(
  types: readonly PrintedType[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const parsed = types.map(one => parsedType(one.text))
  const bases = basesBy(
    TEXTS,
    parsed.map(one => one?.members ?? []),
  )
  const names = bases.map(({ users }) => freeName(`${types[users[0]!]!.name}Base`, taken))
  const shared = bases.map(({ users, members }, i) => {
    const others = users.length === 2 ? 'one more type' : `${users.length - 1} more types`
    const of = `${types[users[0]!]!.name} and ${others}`
    return `/** What ${of} share. */\ntype ${names[i]!} = {\n${members.join('\n')}\n}`
  })
  const own = types.map(({ name, text }, i) => {
    const which = bases.findIndex(({ users }) => users.includes(i))
    if (which < 0) return text
    const { comment, members } = parsed[i]!
    const left = members.filter(one => !bases[which]!.members.includes(one))
    const rest = left.length === 0 ? '' : ` & {\n${left.join('\n')}\n}`
    return `${comment}export type ${name} = ${names[which]!}${rest}`
  })
  return [...shared, ...own]
}

function parsedType(text: string): ObjectType | undefined {
  const [, comment, body] = OBJECT.exec(text) ?? []
  if (comment === undefined || body === undefined) return undefined
  const members: string[][] = [[]]
  for (const line of body.split('\n')) {
    const last = members.at(-1)!
    const isComplete = last.some(one => !COMMENT.test(one))
    if (isComplete && START.test(line)) members.push([line])
    else last.push(line)
  }
  return { comment, members: members.map(lines => lines.join('\n')) }
}

const freeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? freeName(`${name}_`, taken) : name
