/** Builds examples: the request, and the expected outcome. */
import { entriesOf, itemsOf, textOf, toJson, valueOf, problem } from '../read/access.ts'
import { nearest, suggestion } from '../problems/suggest.ts'
import { INSTANT_WORDS, readInstant } from '../../runtime/lib/instant.ts'
import { dateHint } from '../notation/dates.ts'
import { amountOf, microOf, USED, usedOf } from './used.ts'
import { known, report, type LoweringContext } from './build.ts'
import type { ExampleIR, RowPriceIR, TableIR } from '../ir.ts'
import type { Place, Raw, RawEntry } from '../types.ts'

/** The fields that an example may name without saying which part of the request they belong to. */
export interface ExampleFields {
  places: ReadonlyMap<string, Place>
  path: readonly string[]
  body: readonly string[]
  query: readonly string[]
  /** Further names that an example may set: the results of hooks, records, and fetched tables. */
  given: readonly string[]
}

/**
 * All examples of a route. Values in `given` apply to each example that does not set them itself.
 */
export function examplesOf(
  { raw, given }: { raw: Raw | undefined; given: Raw | undefined },
  fields: ExampleFields,
  build: LoweringContext,
): ExampleIR[] {
  return itemsOf(raw).flatMap(item => {
    const own = new Set(entriesOf(item).map(entry => entry.key))
    const more = entriesOf(given).filter(entry => !own.has(entry.key))
    const example = exampleOf(item, more, { fields, build })
    return example ? [example] : []
  })
}

interface Request {
  body?: unknown
  query: Record<string, string>
  path: Record<string, string>
  hooks: Record<string, unknown>
}

function exampleOf(
  raw: Raw,
  more: readonly RawEntry[],
  { fields, build }: { fields: ExampleFields; build: LoweringContext },
): ExampleIR | undefined {
  const request: Request = { query: {}, path: {}, hooks: {} }
  const members: Record<string, unknown> = {}
  for (const entry of [...entriesOf(raw), ...more])
    if (!place(entry, { request, members, fields, build })) return undefined
  if (!request.body && fields.body.length > 0) request.body = members
  const expect = expectation(raw, build)
  const used = usedOf(raw, build)
  const at = isField(AT, fields) ? undefined : instantOf(valueOf(raw, AT), build)
  return (
    expect && {
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(Object.keys(request.query).length > 0 ? { query: request.query } : {}),
      ...(Object.keys(request.path).length > 0 ? { path: request.path } : {}),
      ...(used ? { used } : {}),
      ...(at === undefined ? {} : { at, isTemporary: true as const }),
      hooks: request.hooks,
      expect,
      expectPlace: expectPlace(raw),
      place: raw.kind === 'map' && raw.entries[0] ? raw.entries[0].keyPlace : raw.place,
    }
  )
}

const EXPECT = ['usd', 'about', 'refused']
const AT = 'at'
const SAID = [...EXPECT, ...USED, AT]

/** Puts one entry of an example where it belongs: path, body, query, or the result of a hook. */
function place(
  entry: RawEntry,
  to: {
    request: Request
    members: Record<string, unknown>
    fields: ExampleFields
    build: LoweringContext
  },
): boolean {
  const { request, members, fields, build } = to
  const { key, value } = entry
  const text = (): string => textOf(value) ?? JSON.stringify(toJson(value))
  if (SAID.includes(key) && !(key === AT && isField(key, fields))) return true
  if (fields.path.includes(key)) request.path[key] = text()
  else if (fields.body.includes(key)) members[key] = toJson(value)
  else if (fields.query.includes(key)) request.query[key] = text()
  else if (fields.given.includes(key)) request.hooks[key] = toJson(value)
  else if (key === 'body') request.body = toJson(value)
  else if (key === 'query') Object.assign(request.query, texts(value))
  else if (key === 'path') Object.assign(request.path, texts(value))
  else {
    const all = [
      ...fields.path,
      ...fields.body,
      ...fields.query,
      ...fields.given,
      'body',
      'query',
      'path',
      ...SAID,
    ]
    const near = nearest(key, all)
    const at = near === undefined ? undefined : fields.places.get(near)
    report(
      build,
      problem('unknown-field', entry.keyPlace, `the route has no field \`${key}\``, {
        hint: suggestion(key, all),
        ...(at ? { also: [{ place: at, label: `\`${near}\` is defined` }] } : {}),
      }),
    )
    return false
  }
  return true
}

/** Whether the route has a field of this name, so that the example sets the field. */
function isField(key: string, { path, body, query }: ExampleFields): boolean {
  return [path, body, query].some(names => names.includes(key))
}

/** The instant at which an example is priced. */
function instantOf(raw: Raw | undefined, build: LoweringContext): number | undefined {
  if (raw === undefined) return undefined
  const instant = readInstant(textOf(raw) ?? '')
  if (instant === undefined)
    report(
      build,
      problem('bad-value', raw.place, '`at` is not a date or a time', {
        hint: dateHint(textOf(raw) ?? '') ?? `write ${INSTANT_WORDS}`,
      }),
    )
  return instant
}

function texts(raw: Raw): Record<string, string> {
  return Object.fromEntries(
    entriesOf(raw).map(entry => [
      entry.key,
      textOf(entry.value) ?? JSON.stringify(toJson(entry.value)),
    ]),
  )
}

/** The place where an example writes what it expects. */
function expectPlace(raw: Raw): Place {
  const entry = entriesOf(raw).find(one => EXPECT.includes(one.key))
  return entry === undefined ? raw.place : { ...entry.keyPlace, end: entry.value.place.end }
}

function expectation(raw: Raw, build: LoweringContext): ExampleIR['expect'] | undefined {
  const given = entriesOf(raw).filter(entry => EXPECT.includes(entry.key))
  if (given.length > 1) {
    report(
      build,
      problem(
        'bad-entry',
        given[1]!.keyPlace,
        'an example has only one of `usd`, `about` and `refused`',
      ),
    )
    return undefined
  }
  const written = valueOf(raw, given[0]?.key ?? '')
  const text = textOf(written) ?? ''
  if (!written) return { none: true }
  if (given[0]!.key === 'refused') return { refused: Number(text) }
  if (given[0]!.key !== 'about') {
    const micro = microOf(written, build, 'write `about:` for a rounded one')
    return micro === undefined ? undefined : { micro }
  }
  const about = amountOf(written, build)
  return about && { about }
}

/** The `row_prices:` of a route; reports unknown rows. */
export function rowPricesOf(
  raw: Raw | undefined,
  table: TableIR | undefined,
  build: LoweringContext,
): RowPriceIR[] {
  const defs = new Map((table?.rows ?? []).map(row => [row.id, row]))
  return entriesOf(raw).flatMap(({ key, keyPlace, value }) => {
    const row = known(build, 'row', { name: key, place: keyPlace, defs })
    const micro = microOf(value, build, 'write the exact amount')
    const place = { ...keyPlace, end: value.place.end }
    return row && micro !== undefined ? [{ row: key, micro, place }] : []
  })
}
