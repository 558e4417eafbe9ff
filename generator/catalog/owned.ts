/** Builds the records that a route reads, and its changes to records. */
import { entriesOf, entryOf, itemsOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { memberRead, nodesOf } from '../js/ask.ts'
import { array, call, object, path, text } from '../js/tree.ts'
import { helperOf } from '../formula/code.ts'
import { codesIn, formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { known, optional, report, type LoweringContext } from './build.ts'
import { ACTS, canAdd, checkChange, checkLease, checkTwice, type Act } from './effect-rules.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES } from './names.ts'
import { block, lower, withNames, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, ReadIR, RecordIR, RouteIR } from '../ir.ts'
import type { Code, Names, Place, Raw, RawEntry, Type } from '../types.ts'

/** The reads of a route, with their names in formulas before and after the payment. */
export interface Reads {
  reads: readonly ReadIR[]
  early: Names
  late: Names
}

/** `payer` where it is always present. */
const PAYER: Names = { payer: { ...LATE_NAMES.payer, need: true } }

/** Builds `read:`. A read whose formula names `payer` is made once the payment is verified. */
export function readsOf({ keys }: FlatRoute, start: FormulaScope): Reads {
  const scope = withNames(start, PAYER)
  const made = entriesOf(valueOf(keys, 'read')).flatMap(entry => readOf(entry, scope) ?? [])
  const names = (when: ReadIR['when']): Names =>
    Object.fromEntries(
      made
        .filter(({ read }) => read.when === when)
        .map(({ read, type }) => [read.name, bound(read, type)]),
    )
  const early = names('request')
  return { reads: made.map(({ read }) => read), early, late: { ...early, ...names('payer') } }
}

function bound({ name, of }: ReadIR, type: Type): Names[string] {
  const code = path(`read.${name}`)
  return of
    ? { type: { kind: 'list', of: type }, code: call(helperOf('items'), [code]) }
    : { type, code, optional: true }
}

function readOf(entry: RawEntry, scope: FormulaScope): { read: ReadIR; type: Type } | undefined {
  const { build } = scope
  checkName(entry, scope)
  const raw = entry.value
  const record = recordNamed(valueOf(raw, 'record'), build)
  const [key, of] = [entryOf(raw, 'key'), entryOf(raw, 'of')]
  const chosen = key ?? of
  if (!chosen || (key && of)) {
    const hint = '`key: =...` reads one record, `of: =payer` lists those of a wallet'
    report(
      build,
      problem('bad-entry', entry.keyPlace, 'a read needs either `key` or `of`', { hint }),
    )
    return undefined
  }
  const made = textBlock(chosen.value, scope)
  const skip = skipOf(raw, scope)
  if (!record || !made) return undefined
  const blocks = skip ? [made, skip] : [made]
  const needsPayer = blocks
    .flatMap(one => [one.code, ...one.lets.map(({ code }) => code)])
    .some(({ uses }) => uses.includes('payer'))
  const when = needsPayer ? 'payer' : 'request'
  const how = key ? { key: made } : { of: made, ...optional('skip', skip) }
  const read: ReadIR = { name: entry.key, kind: record.name, when, ...how, place: entry.keyPlace }
  return { read, type: record.type }
}

/** How many records a list leaves out. */
function skipOf(raw: Raw, scope: FormulaScope): Block | undefined {
  const entry = entryOf(raw, 'skip')
  if (!entry) return undefined
  if (!entryOf(raw, 'of')) {
    const message = '`skip` leaves out the first records of a list, and `key` reads one record'
    report(scope.build, problem('bad-entry', entry.keyPlace, message))
  }
  const made = block(scope, treeLowering(entry.value, true))
  const isCount = made && fits(made.code, { kind: 'integer' }, { raw: entry.value, scope })
  return isCount ? made : undefined
}

function checkName(entry: RawEntry, { build, variants }: FormulaScope): void {
  if (!Object.hasOwn(variants[0]!.names, entry.key)) return
  const message = `\`${entry.key}\` is already a name here`
  report(build, problem('name-taken', entry.keyPlace, message, { hint: 'choose another name' }))
}

function recordNamed(value: Raw | undefined, build: LoweringContext): RecordIR | undefined {
  if (!value) return undefined
  const name = textOf(value) ?? ''
  return known(build, 'record', { name, place: value.place, defs: build.records })
}

/** A formula that is a text. */
function textBlock(raw: Raw, scope: FormulaScope): Block | undefined {
  const made = block(scope, treeLowering(raw, true))
  return made && fits(made.code, { kind: 'string' }, { raw, scope }) ? made : undefined
}

/** Keys whose formulas are evaluated once the payment is verified. */
const LATE_KEYS = new Set([
  'checks',
  'upstream',
  'effects',
  'headers',
  'status',
  'reply',
  'charge_if',
])

/** The reads of a paid route, each as late as possible, so that unpaid calls do not cost a read. */
export function readInTime(route: RouteIR, reads: readonly ReadIR[]): readonly ReadIR[] {
  if (route.flow === 'free') return reads
  const early = formulasOf(ROUTE_KEYS, route).filter(({ path }) => !LATE_KEYS.has(path))
  const nodes = codesIn(early.filter(({ path }) => path !== 'read')).flatMap(({ js }) => [
    ...nodesOf(js),
  ])
  const isEarly = ({ name }: ReadIR): boolean =>
    nodes.some(node => {
      const read = memberRead(node)
      return read?.root === 'read' && read.name === name
    })
  return reads.map(read => (isEarly(read) ? read : { ...read, when: 'payer' }))
}

/**
 * Builds `effects:` as one formula that returns the list of changes. `after` has the result of the
 * work.
 */
export function effectsOf(
  { keys }: FlatRoute,
  after: FormulaScope,
  reads: readonly ReadIR[],
): Block | undefined {
  const entry = entryOf(keys, 'effects')
  if (!entry) return undefined
  const written = entry.value
  if (textAt(keys, 'flow') !== 'inline' || !entryOf(keys, 'price'))
    report(
      after.build,
      problem('bad-entry', entry.keyPlace, '`effects` need a payment that ends with the call', {
        hint: 'only routes with a `price` and `flow: inline` have them',
      }),
    )
  const scope = withNames(after, PAYER)
  const effects = itemsOf(written).flatMap(item => effectOf(item, scope, reads) ?? [])
  checkTwice(effects, after.build)
  const codes = effects.flatMap(one => one.codes)
  const first = codes[0]
  if (!first) return undefined
  const uses = [...new Set(codes.flatMap(one => one.uses))]
  const code: Code = {
    ...first,
    type: { kind: 'json' },
    js: array(effects.map(one => one.js)),
    uses,
  }
  return { lets: neededLets(scope.lets, codes), code }
}

interface Effect {
  item: Raw
  record: RecordIR
  key: Code
  js: Code['js']
  codes: readonly Code[]
}

function effectOf(item: Raw, scope: FormulaScope, reads: readonly ReadIR[]): Effect | undefined {
  const { build } = scope
  const does = ACTS.filter(one => entryOf(item, one))
  if (does.length !== 1) {
    const message = 'a change needs one of `put`, `set`, `add` and `remove`, with a record'
    report(build, problem('bad-entry', item.place, message))
    return undefined
  }
  const act = does[0]!
  const record = recordNamed(valueOf(item, act), build)
  const key = valueOf(item, 'key')
  if (!record || !key) return undefined
  const made = lower(scope, treeLowering(key, true))
  if (!made || !fits(made, { kind: 'string' }, { raw: key, scope })) return undefined
  checkChange({ item, act, record, key: made, reads }, build)
  const row = act === 'remove' ? [] : rowOf(item, { act, record, scope })
  const members = Object.fromEntries(row.map(([name, code]) => [name, code.js]))
  const js = object({
    do: text(act),
    kind: text(record.name),
    key: made.type.kind === 'json' ? call(helperOf('str'), [made.js]) : made.js,
    when: text(textOf(valueOf(item, 'when')) ?? 'settled'),
    ...(act === 'remove' ? {} : { row: object(members) }),
  })
  return { item, record, key: made, js, codes: [made, ...row.map(([, code]) => code)] }
}

const rowPlace = (item: Raw): Place => entryOf(item, 'row')?.keyPlace ?? item.place

/** The values of a change by field. */
function rowOf(
  item: Raw,
  { act, record, scope }: { act: Act; record: RecordIR; scope: FormulaScope },
): [string, Code][] {
  const { build } = scope
  const entries = entriesOf(valueOf(item, 'row'))
  const defs = new Map(Object.entries(record.fields).map(([name]) => [name, record]))
  if (act === 'put')
    for (const [name, field] of Object.entries(record.fields))
      if (!field.optional && name !== record.key && !entries.some(({ key }) => key === name))
        report(
          build,
          problem('missing-key', rowPlace(item), `\`row\` lacks \`${name}\``, {
            hint: `each \`${record.name}\` has it`,
          }),
        )
  return entries.flatMap((entry): [string, Code][] => {
    known(build, 'field', { name: entry.key, place: entry.keyPlace, defs })
    if (entry.key === record.lease) checkLease(entry, act, build)
    const field = record.fields[entry.key]
    const made = lower(scope, treeLowering(entry.value, true))
    if (!field || !made) return []
    if (act === 'add' && !canAdd(entry, { field, value: made }, build)) return []
    if (!fits(made, field.type, { raw: entry.value, scope })) return []
    return [[entry.key, made]]
  })
}

/** Whether a value has the type of its field. JSON of an upstream may have any type. */
function fits(
  { type }: Code,
  wanted: Type,
  { raw, scope }: { raw: Raw; scope: FormulaScope },
): boolean {
  if ([wanted.kind, 'json', 'none'].includes(type.kind) || wanted.kind === 'json') return true
  if (wanted.kind === 'number' && type.kind === 'integer') return true
  const message = `this is ${type.kind}, and ${wanted.kind} is needed here`
  report(scope.build, problem('wrong-type', raw.place, message))
  return false
}
