/** Builds fetched tables: their call, the types of their columns, and how old they may be. */
import { suggestion } from '../problems/suggest.ts'
import { entriesOf, entryOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { parseField } from '../notation/field.ts'
import { USD_DIGITS } from '../../runtime/contract/fetched-digits.ts'
import { argumentsOf } from './call-arguments.ts'
import { knownCall, optional, report, type CallDef, type LoweringContext } from './build.ts'
import { givenMembers, type CallUse } from './calls.ts'
import { durationAt } from './literals.ts'
import { CALL_NAMES, ELSEWHERE, MADE_NAMES } from './names.ts'
import { formulaScope, type FormulaScope } from './scope.ts'
import type { Def } from '../resolve/flat.ts'
import type { FetchedIR } from '../ir-fetched.ts'
import type { Field, Names, Place, Text, Type } from '../types.ts'

type Context = Omit<LoweringContext, 'fetched'>

/** The default limit of rows, and the shortest time between two fetches, in ms. */
const MOST = 10_000
const SHORTEST = 1_000

/** The fetched tables by name; reports invalid ones. */
export function fetchedOf(defs: readonly Def[], build: Context): ReadonlyMap<string, FetchedIR> {
  return new Map(
    defs.flatMap(def => {
      const one = tableOf(def, build)
      return one ? [[def.name, one]] : []
    }),
  )
}

/** The names of fetched tables in the formulas of routes. */
export function fetchedNames(tables: ReadonlyMap<string, FetchedIR>): Names {
  return Object.fromEntries(
    [...tables].map(([name, { type, place }]) => [name, { type, code: `fetched.${name}`, place }]),
  )
}

/** The uses of calls by tables, which make them without a request. */
export function fetchedUses(build: LoweringContext): [string, CallUse][] {
  return [...build.fetched.values()].map(({ name, call, place }) => [
    call,
    { scope: fetchScope(build), route: `the table ${name}`, place },
  ])
}

const NO_REQUEST = 'the call fills a fetched table, so there is no request'

function fetchScope(build: Context): FormulaScope {
  const { route: _, ...alone } = CALL_NAMES
  const elsewhere = Object.fromEntries(Object.keys(ELSEWHERE).map(name => [name, NO_REQUEST]))
  const bare = { ...build, fetched: new Map() }
  return formulaScope(bare, { ...alone, ...MADE_NAMES, ...build.constants }, elsewhere)
}

function tableOf(def: Def, build: Context): FetchedIR | undefined {
  checkName(def, build)
  const columns = columnsOf(def, build)
  const key = textAt(def.value, 'key')!
  const call = callOf(def, build)
  const made = call && {
    defs: [call],
    place: entryOf(def.value, 'from')!.value.place,
    with: valueOf(def.value, 'with'),
  }
  const values = made && argumentsOf(made, fetchScope(build))
  const times = timesOf(def, build)
  const hasKey = isKey(def, columns, build)
  if (!call || !times || !hasKey) return undefined
  const fields = Object.fromEntries([...columns].map(([name, one]) => [name, one.field]))
  return {
    name: def.name,
    call: call.id,
    ...optional('with', values),
    rows: textAt(def.value, 'rows')!,
    key,
    columns: Object.fromEntries([...columns].map(([name, { field }]) => [name, columnOf(field)])),
    ...times,
    most: Number(textAt(def.value, 'most') ?? MOST),
    type: { kind: 'table', of: { kind: 'record', fields } },
    place: def.place,
  }
}

/** Reports a table whose name formulas already use. */
function checkName({ name, place }: Def, build: Context): void {
  const taken = [
    ...Object.keys({ ...CALL_NAMES, ...MADE_NAMES, ...ELSEWHERE, ...build.constants }),
    ...build.constantTables.map(one => one.name),
  ]
  if (!taken.includes(name)) return
  const hint = 'choose another name'
  report(build, problem('name-taken', place, `\`${name}\` is already a name`, { hint }))
}

/** The call that returns the rows; undefined if it needs a request, after reporting it. */
function callOf(def: Def, build: Context): CallDef | undefined {
  const from = entryOf(def.value, 'from')!.value
  const call = knownCall(build, textOf(from)!, from.place)
  if (!call) return undefined
  const raw = call.entry.value
  const also = [{ place: call.place, label: `\`${call.id}\`` }]
  if (!entryOf(raw, 'get') || entryOf(raw, 'poll') || entryOf(raw, 'protocol')) {
    const hint = 'a table is fetched repeatedly, so its request must not change anything'
    const message = `${call.id} is not a plain \`get:\``
    report(build, problem('bad-entry', from.place, message, { hint, also }))
  }
  const rows = valueOf(def.value, 'rows')
  const members = givenMembers(call)
  const name = textOf(rows) ?? ''
  if (rows && members && !members.includes(name)) {
    const hint =
      members.length === 0
        ? `write \`give: { ${name}: =reply.${name} }\` at the call, with the place of the list`
        : suggestion(name, [...members], 'it gives')
    const message = `${call.id} gives no \`${name}\``
    report(build, problem('unknown-field', rows.place, message, { hint, also }))
  }
  return call
}

interface Column {
  field: Field
  place: Place
}

const KINDS: readonly Type['kind'][] = ['string', 'integer', 'number', 'boolean', 'json', 'decimal']

function columnsOf(def: Def, build: Context): ReadonlyMap<string, Column> {
  return new Map(
    entriesOf(valueOf(def.value, 'columns')).map(entry => {
      const { text } = entry.value as { text: Text }
      const type = typeOf(text, build)
      const isNeeded = text.text.includes('!')
      const field = { type, place: entry.keyPlace, ...(isNeeded ? {} : { optional: true }) }
      return [entry.key, { field, place: entry.value.place }]
    }),
  )
}

function typeOf(text: Text, build: Context): Type {
  if (/^usd!?$/.test(text.text.trim()))
    return { kind: 'decimal', den: 10n ** BigInt(USD_DIGITS), usd: true }
  const read = parseField(text, new Map())
  build.problems.push(...read.problems)
  if (!read.value) return { kind: 'json' }
  const { type, schema } = read.value
  const isBare = !text.text.includes('=') && !/\.\./.test(text.text) && schema.format === undefined
  if (isBare && KINDS.includes(type.kind)) return type
  report(
    build,
    problem('bad-field', text.place, 'a column of a fetched table has one plain value', {
      hint: 'write string, integer, number, boolean, json, usd or a | b, without range or default',
    }),
  )
  return { kind: 'json' }
}

function columnOf({ type, optional: isOptional }: Field): FetchedIR['columns'][string] {
  return {
    is: (type.kind === 'decimal' ? 'usd' : type.kind) as FetchedIR['columns'][string]['is'],
    ...(type.kind === 'string' && type.choices ? { among: type.choices } : {}),
    ...(isOptional ? {} : { needed: true as const }),
  }
}

/** Whether the key is a text column that every row has; reports it otherwise. */
function isKey(def: Def, columns: ReadonlyMap<string, Column>, build: Context): boolean {
  const key = valueOf(def.value, 'key')
  const name = textOf(key) ?? ''
  const column = columns.get(name)
  if (column?.field.type.kind === 'string' && !column.field.optional) return true
  const message = column
    ? `\`${name}\` cannot be the key: it must be a text that each row has`
    : `there is no column \`${name}\``
  const hint = column
    ? `write \`${name}: string!\` among the columns`
    : suggestion(name, [...columns.keys()], 'columns are')
  report(build, problem('bad-entry', key?.place ?? def.place, message, { hint }))
  return false
}

/** How long a copy is fresh, and how long it may be used, in ms. */
function timesOf(def: Def, build: Context): Pick<FetchedIR, 'every' | 'atMost'> | undefined {
  const every = durationAt(def.value, 'every', build.problems)
  const atMost = durationAt(def.value, 'at_most', build.problems)
  if (every === undefined || atMost === undefined) return undefined
  const wrong = (key: string, message: string, hint: string): void =>
    report(build, problem('bad-duration', valueOf(def.value, key)!.place, message, { hint }))
  if (every < SHORTEST)
    wrong('every', 'a table is fetched at most once a second', 'write `every: 1s` or more')
  if (atMost < every)
    wrong(
      'at_most',
      '`at_most` is shorter than `every`',
      'a copy is used at least as long as it is fresh',
    )
  return { every, atMost }
}
