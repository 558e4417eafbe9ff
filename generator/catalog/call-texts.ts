/** Lowers the named texts of an upstream call: its query and its headers. */
import { showType } from '../formula/types.ts'
import { entriesOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import type { Block } from '../ir.ts'
import type { Raw, RawEntry, Type } from '../types.ts'
import { report, type LoweringContext } from './build.ts'
import { treeLowering } from './lower.ts'
import { block, type FormulaScope } from './scope.ts'
import { KEY_HEADER } from './upstream.ts'

/** Headers that the gateway itself writes, because they belong to the connection or the body. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Lowers a query or the headers, whose values are texts, and reports others. A query may hold JSON,
 * such as a value of the ticket, which is written as a text.
 */
export function textsOf(
  raw: Raw,
  what: 'query' | 'headers',
  scope: FormulaScope,
): Block | undefined {
  const made = block(scope, treeLowering(raw))
  const type = made?.code.type
  for (const { key, value } of type?.kind === 'record' ? entriesOf(raw) : [])
    checkText(type as RecordType, { key, value, what }, scope.build)
  return made
}

const TEXTS: Readonly<Record<'query' | 'headers', ReadonlySet<Type['kind']>>> = {
  query: new Set(['string', 'none', 'json']),
  headers: new Set(['string', 'none']),
}

type RecordType = Extract<Type, { kind: 'record' }>

function checkText(
  { fields }: RecordType,
  { key, value, what }: { key: string; value: Raw; what: 'query' | 'headers' },
  build: LoweringContext,
): void {
  const type = fields[key]?.type
  if (type === undefined || TEXTS[what].has(type.kind)) return
  const written = textOf(value) ?? ''
  const hint = written.startsWith('=') ? `=text(${written.slice(1).trim()})` : `"${written}"`
  report(
    build,
    problem('type-mismatch', value.place, `\`${what}\` holds texts; this is ${showType(type)}`, {
      hint: value.kind === 'scalar' ? `write ${hint}` : 'write a text, or a formula after =',
    }),
  )
}

/** Lowers the `headers:` of a call. */
export function callHeaders(raw: RawMap, scope: FormulaScope): Block | undefined {
  const headers = valueOf(raw, 'headers')
  if (headers === undefined) return undefined
  for (const entry of entriesOf(headers)) checkName(entry, scope.build)
  return textsOf(headers, 'headers', scope)
}

function checkName({ key, keyPlace, value }: RawEntry, build: LoweringContext): void {
  if (RESERVED.has(key.toLowerCase()))
    report(
      build,
      problem('bad-entry', keyPlace, `the gateway writes the header ${key} itself`, {
        hint: 'leave it out; `send_as` says how the body is written',
      }),
    )
  if (KEY_HEADER.test(key) && !textOf(value)?.startsWith('='))
    report(
      build,
      problem('secret', value.place, `everybody who has this file could read the header ${key}`, {
        hint: 'write keys under `headers:` of the upstream, as {key}',
      }),
    )
}
