/** Compares two versions of a route's reply. */
import type { Block, RouteIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import type { Js } from '../js/tree.ts'
import { comparableText } from './fingerprint.ts'

/** A difference of a reply; `path` is the member. */
export interface ReplyChange {
  id: FindingId
  path: string
  old?: string
  new?: string
}

const PARTS = ['reply', 'accepted', 'pending', 'failed'] as const

/** The differences of all forms of a route's answer. */
export function replyChanges(old: RouteIR, now: RouteIR): ReplyChange[] {
  const flow: ReplyChange[] =
    old.flow === now.flow
      ? []
      : [{ id: 'reply-flow-changed', path: 'flow', old: old.flow, new: now.flow }]
  const errors: ReplyChange[] =
    old.envelope === now.envelope
      ? []
      : [{ id: 'reply-errors-changed', path: 'errors', old: old.envelope, new: now.envelope }]
  const parts = PARTS.flatMap(part => partChanges(part, treeOf(old, part), treeOf(now, part)))
  return [...flow, ...errors, ...parts]
}

type Reply = 'verbatim' | Block | undefined

function treeOf(route: RouteIR, part: (typeof PARTS)[number]): Reply {
  return part === 'reply' ? route.reply : route.job?.[part]
}

function partChanges(part: string, old: Reply, now: Reply): ReplyChange[] {
  if (old === undefined || now === undefined) return []
  if (old === 'verbatim' || now === 'verbatim')
    return old === now
      ? []
      : [{ id: 'reply-form-changed', path: part, old: formOf(old), new: formOf(now) }]
  const [was, is] = [membersOf(part, old.code.js), membersOf(part, now.code.js)]
  if (was.size === 0 || is.size === 0) {
    const isSame = comparableText(old) === comparableText(now)
    return isSame || was.size + is.size === 0
      ? []
      : [{ id: 'reply-form-changed', path: part, old: 'one form', new: 'another' }]
  }
  const gone = [...was].filter(path => !is.has(path))
  const added = [...is].filter(path => !was.has(path))
  return [
    ...outermost(gone).map(path => ({ id: 'reply-field-removed' as const, path })),
    ...outermost(added).map(path => ({ id: 'reply-field-added' as const, path })),
  ]
}

const formOf = (reply: Exclude<Reply, undefined>): string =>
  reply === 'verbatim' ? 'as the upstream answers' : 'members of our own'

/** The outermost of some members, without members inside of others. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter(path => !paths.some(other => path.startsWith(`${other}.`)))

/** The members of a literal tree by their paths. */
function membersOf(path: string, js: Js): Set<string> {
  if (js.kind === 'as') return membersOf(path, js.of)
  if (js.kind !== 'object') return new Set()
  const found = js.members.flatMap(member =>
    'spread' in member
      ? []
      : [`${path}.${member.key}`, ...membersOf(`${path}.${member.key}`, member.value)],
  )
  return new Set(found)
}
