/** Lowers the named texts of an upstream call: its query and its headers. */
import { isHeaderText } from '../../runtime/lib/header-text.ts'
import { showType } from '../formula/types.ts'
import { entriesOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import type { Block } from '../ir.ts'
import type { Raw, RawEntry, Type } from '../types.ts'
import { report, type LoweringContext } from './build.ts'
import { treeLowering } from './lower.ts'
import { block, type FormulaScope } from './scope.ts'
import { KEY_HEADER } from './upstream.ts'

/** Headers that the gateway writes: they belong to the connection, the body or the trace. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'traceparent',
  'tracestate',
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
  const count = scope.build.problems.length
  const made = block(scope, treeLowering(raw))
  // The type of a wrong formula is not known.
  if (scope.build.problems.length > count) return made
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
  report(
    build,
    problem('type-mismatch', value.place, `\`${what}\` holds texts; this is ${showType(type)}`, {
      hint: `write ${asText(textOf(value), fields[key]!.optional === true)}`,
    }),
  )
}

/** How a value is written as a text; what may be absent is left out then. */
function asText(written: string | undefined, isOptional: boolean): string {
  if (written === undefined) return 'a text, or a formula after ='
  if (written === 'null') return '=none to leave it out'
  if (!written.startsWith('=')) return `"${written}"`
  const formula = written.slice(1).trim()
  return isOptional ? `=choose(has(${formula}), text(${formula}), none)` : `=text(${formula})`
}

/** Lowers the `headers:` of a call. */
export function callHeaders(raw: RawMap, scope: FormulaScope): Block | undefined {
  const headers = valueOf(raw, 'headers')
  if (headers === undefined) return undefined
  for (const entry of entriesOf(headers)) {
    checkName(entry, scope.build)
    checkSendable(entry, scope.build)
    if (valueOf(raw, 'repeat') !== undefined) checkRepeated(entry, scope.build)
  }
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

function checkSendable({ key, value }: RawEntry, build: LoweringContext): void {
  if (isHeaderText(textOf(value) ?? '')) return
  report(
    build,
    problem(
      'bad-value',
      value.place,
      `the header ${key} has a character that headers cannot hold`,
      {
        hint: 'write one line of plain letters, such as - for a dash',
      },
    ),
  )
}

/** Reports the id of a call in the headers of a repeated one: each request would have the same. */
function checkRepeated({ key, value }: RawEntry, build: LoweringContext): void {
  if (!/\bcall\.id\b/.test(textOf(value) ?? '')) return
  report(
    build,
    problem(
      'bad-entry',
      value.place,
      `each of the requests of \`repeat\` would send the same ${key}`,
      {
        hint: 'leave it out: upstreams take requests with one id as the same request',
      },
    ),
  )
}
