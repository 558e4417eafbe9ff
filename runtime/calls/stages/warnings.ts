/**
 * Warns callers of names that a route does not declare: in `warnings` of the free 402, and in a
 * header of the paid reply. A misspelt field that is dropped silently may change the price.
 */
import { upstreamCall } from '../../lib/values.ts'
import type { Call, Reply } from '../../call.ts'
import type { CompiledRoute } from '../../context.ts'
import { headerText } from '../../lib/header-text.ts'
import { isSameName, nearestName, unknownNames, type UnknownName } from '../../input/unknown.ts'
import { parseQuery } from '../../input/query.ts'
import { isAllowed } from '../../upstream/allow.ts'

/** Longest part of a name that a warning repeats. */
const LONGEST_NAME = 64

/**
 * Undeclared names in one part of a request. `written` are the declared top-level names that the
 * caller wrote.
 */
export interface Noted {
  part: 'field' | 'parameter'
  unknown: readonly UnknownName[]
  written: ReadonlySet<string>
  /** The translated body, in which a name may have survived. */
  own?: unknown
}

/**
 * Records the unknown names of a body as the caller wrote it, before the check fills in defaults.
 */
export function noteBody(call: Call, body: unknown): void {
  const { body: declared } = call.compiled.declared
  const unknown = declared === undefined ? [] : unknownNames(body, declared)
  if (unknown.length === 0) return
  const written = [...declared!.names].filter(name => Object.hasOwn(body as object, name))
  note(call, { part: 'field', unknown, written: new Set(written) })
}

/** Records the body that a translation produced from the caller's body. */
export function noteTranslated(call: Call, own: unknown): void {
  call.noted = call.noted?.map(noted => (noted.part === 'field' ? { ...noted, own } : noted))
}

/** Records the unknown names of the query. */
export function noteQuery(call: Call): void {
  const { query } = call.compiled.declared
  if (query === undefined || call.facts.search === '') return
  const values = parseQuery(call.facts.search)
  const written = Object.keys(values).map(name => name.replace(/\[\]$/, ''))
  const unknown = unknownNames(Object.fromEntries(written.map(name => [name, true])), query)
  if (unknown.length > 0) note(call, { part: 'parameter', unknown, written: new Set(written) })
}

function note(call: Call, noted: Noted): void {
  const others = (call.noted ?? []).filter(one => one.part !== noted.part)
  call.noted = [...others, noted]
}

/** Writes the warnings of a call as texts. The model must have been chosen. */
export function warningsOf(call: Call): readonly string[] {
  return (call.noted ?? []).flatMap(noted =>
    noted.unknown.flatMap(path => warningOf(call, noted, path)),
  )
}

/** Adds the call's warnings to its reply, unless the reply is a refusal. */
export function withWarnings(call: Call, reply: Reply): Reply {
  if (call.noted === undefined || reply.status >= 300) return reply
  const warnings = warningsOf(call)
  if (warnings.length === 0) return reply
  return {
    ...reply,
    headers: { ...reply.headers, 'x-farebox-warning': headerText(warnings.join('; ')) },
  }
}

function warningOf(call: Call, noted: Noted, path: UnknownName): readonly string[] {
  const allowed = noted.part === 'field' ? allowOf(call) : undefined
  // No warning for a declared name that the translation copied.
  if (
    noted.own !== undefined &&
    call.compiled.declared.own?.names.has(path[0]!) === true &&
    survives(noted, path)
  )
    return []
  const isPassed = allowed !== undefined && isAllowed(path, allowed) && survives(noted, path)
  if (isPassed && path.length === 1) return []
  const near = nearestKnown(call.compiled, noted, { path, allowed })
  const name = `Unknown ${noted.part} ${JSON.stringify(path.join('.').slice(0, LONGEST_NAME))}`
  if (near !== undefined) return [`${name}: did you mean ${JSON.stringify(near)}?`]
  return allowed === undefined || isPassed ? [] : [`${name} is not passed on.`]
}

/** Returns names that may be passed on to the call's upstream, if the catalog lists them. */
function allowOf(call: Call): readonly string[] | undefined {
  return upstreamCall(call.scope)?.allow
}

/** Whether the name is still in its place after the translation. */
function survives({ own }: Noted, [name]: UnknownName): boolean {
  return own === undefined || (typeof own === 'object' && own !== null && Object.hasOwn(own, name!))
}

/** Finds the known name that the caller probably meant; it must not be in the request already. */
function nearestKnown(
  { declared, route }: CompiledRoute,
  noted: Noted,
  { path, allowed }: { path: UnknownName; allowed?: readonly string[] },
): string | undefined {
  const shape = noted.part === 'field' ? declared.body : declared.query
  const [name, inner] = path
  if (inner !== undefined) {
    const near = nearestName(inner, shape?.inside.get(name!) ?? [])
    return near === undefined ? undefined : `${name}.${near}`
  }
  const also = Object.entries(route.aka ?? {}).find(([other]) => isSameName(other, name!))?.[1]
  if (also !== undefined && !isWritten(noted, also)) return also
  const own = noted.own === undefined || !survives(noted, path) ? [] : (declared.own?.offered ?? [])
  const tops = (noted.own === undefined ? (allowed ?? []) : []).filter(one => !one.includes('.'))
  return nearestName(
    name!,
    [...(shape?.offered ?? []), ...own, ...tops].filter(one => !isWritten(noted, one)),
  )
}

/** Whether the caller wrote this name itself: a declared one, or one that is only passed on. */
function isWritten({ written, unknown }: Noted, name: string): boolean {
  return written.has(name) || unknown.some(path => path.length === 1 && path[0] === name)
}
