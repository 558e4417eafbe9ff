/**
 * What callers are told of names that a route does not know: `warnings` of the free 402, and a
 * header of the reply that was paid. A misspelt field that is dropped in silence may change the
 * price.
 */
import type { Call, CompiledRoute, Reply } from '../../context.ts'
import { headerText } from '../../replies/answer.ts'
import { isSameName, nearestName, unknownNames, type UnknownName } from '../../input/unknown.ts'
import { parseQuery } from '../../input/query.ts'
import { isAllowed } from '../../upstream/allow.ts'

/** So much of a name is repeated to its writer. */
const LONGEST = 64

/**
 * Names of a request that its route does not declare. `written` are the declared ones at its top.
 */
export interface Noted {
  part: 'field' | 'parameter'
  unknown: readonly UnknownName[]
  written: ReadonlySet<string>
  /** Of a translated body: what became of it, in which names may have survived. */
  own?: unknown
}

/**
 * Notes the unknown names of a body, as the caller wrote it: before its check fills in defaults.
 */
export function noteBody(call: Call, given: unknown): void {
  const { body } = call.compiled.declared
  const unknown = body === undefined ? [] : unknownNames(given, body)
  if (unknown.length === 0) return
  const written = [...body!.names].filter(name => Object.hasOwn(given as object, name))
  note(call, { part: 'field', unknown, written: new Set(written) })
}

/** Notes what a translation made of the body. */
export function noteTranslated(call: Call, own: unknown): void {
  call.noted = call.noted?.map(noted => (noted.part === 'field' ? { ...noted, own } : noted))
}

/** Notes the unknown names of the query. */
export function noteQuery(call: Call): void {
  const { query } = call.compiled.declared
  if (query === undefined || call.facts.search === '') return
  const given = parseQuery(call.facts.search)
  const written = Object.keys(given).map(name => name.replace(/\[\]$/, ''))
  const unknown = unknownNames(Object.fromEntries(written.map(name => [name, true])), query)
  if (unknown.length > 0) note(call, { part: 'parameter', unknown, written: new Set(written) })
}

function note(call: Call, noted: Noted): void {
  const others = (call.noted ?? []).filter(one => one.part !== noted.part)
  call.noted = [...others, noted]
}

/** The warnings of a call, in words; its row must be chosen. */
export function warningsOf(call: Call): readonly string[] {
  return (call.noted ?? []).flatMap(noted =>
    noted.unknown.flatMap(path => warningOf(call, noted, path)),
  )
}

/** The reply with its warnings, where it is no refusal. */
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
  const passing = noted.part === 'field' ? allowOf(call) : undefined
  // A name that the caller's form leaves to the body that is made of it.
  if (
    noted.own !== undefined &&
    call.compiled.declared.own?.names.has(path[0]!) === true &&
    survives(noted, path)
  )
    return []
  const isPassed = passing !== undefined && isAllowed(path, passing) && survives(noted, path)
  if (isPassed && path.length === 1) return []
  const near = nearTo(call.compiled, noted, { path, transient: passing })
  const name = `Unknown ${noted.part} ${JSON.stringify(path.join('.').slice(0, LONGEST))}`
  if (near !== undefined) return [`${name}: did you mean ${JSON.stringify(near)}?`]
  return passing === undefined || isPassed ? [] : [`${name} is not passed on.`]
}

/** The members that the call's upstream may be sent, where they are listed. */
function allowOf(call: Call): readonly string[] | undefined {
  return call.compiled.route.upstream?.(call.scope).allow
}

/** Whether a translation kept the name where it was. */
function survives({ own }: Noted, [name]: UnknownName): boolean {
  return own === undefined || (typeof own === 'object' && own !== null && Object.hasOwn(own, name!))
}

/** The known name that was meant: one that the caller has not written too. */
function nearTo(
  { declared, route }: CompiledRoute,
  noted: Noted,
  { path, transient: passing }: { path: UnknownName; transient?: readonly string[] },
): string | undefined {
  const shape = noted.part === 'field' ? declared.body : declared.query
  const [name, inner] = path
  if (inner !== undefined) {
    const near = nearestName(inner, shape?.inside.get(name!) ?? [])
    return near === undefined ? undefined : `${name}.${near}`
  }
  const also = Object.entries(route.aka ?? {}).find(([other]) => isSameName(other, name!))?.[1]
  if (also !== undefined && !noted.written.has(also)) return also
  const own = noted.own === undefined || !survives(noted, path) ? [] : (declared.own?.offered ?? [])
  const tops = (noted.own === undefined ? (passing ?? []) : []).filter(one => !one.includes('.'))
  return nearestName(
    name!,
    [...(shape?.offered ?? []), ...own, ...tops].filter(one => !noted.written.has(one)),
  )
}
