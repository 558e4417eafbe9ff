/** Builds the kinds of records, which wallets own, with the types of their fields. */
import { entriesOf, entryOf, problem, textOf, valueOf } from '../read/access.ts'
import { parseField } from '../notation/field.ts'
import { argumentsOf, refuseRequest } from './call-arguments.ts'
import { known, knownCall, optional, report, type LoweringContext } from './build.ts'
import { durationAt } from './literals.ts'
import { formulaScope } from './scope.ts'
import type { Def } from '../resolve/flat.ts'
import type { RecordIR } from '../ir.ts'
import type { Field, Place, Raw, Text, Type } from '../types.ts'

type Context = Omit<LoweringContext, 'records' | 'fetched'>

/**
 * The types that only records have: the owner, the network of the purchase, a time in Unix seconds,
 * and the transaction that paid for the record.
 */
const OWN_TYPES: Readonly<Record<string, Type>> = {
  wallet: { kind: 'string' },
  network: { kind: 'string' },
  time: { kind: 'integer' },
  transaction: { kind: 'string' },
}

/** The kinds of records by name; reports invalid ones. */
export function recordsOf(defs: readonly Def[], build: Context): ReadonlyMap<string, RecordIR> {
  return new Map(defs.map(def => [def.name, recordOf(def, build)]))
}

interface Written {
  place: Place
  raw: Raw
}

function recordOf(def: Def, build: Context): RecordIR {
  const fields = new Map<string, Written>(
    entriesOf(valueOf(def.value, 'fields')).map(entry => [
      entry.key,
      { place: entry.keyPlace, raw: entry.value },
    ]),
  )
  const types = Object.fromEntries([...fields].map(([name, one]) => [name, fieldOf(one, build)]))
  const key = textOf(valueOf(def.value, 'key'))!
  const owner = ownerOf(def, fields, build)
  const lease = leaseOf(def, fields, build)
  checkKept(def, build)
  const type = rowType(types, key, lease)
  return {
    name: def.name,
    key,
    owner,
    fields: types,
    type,
    ...optional('lease', lease),
    ...optional('transaction', paidBy(fields)),
    ...optional('keep', durationAt(def.value, 'keep', build.problems)),
    ...optional('onRemoved', removedOf(def, type, build)),
    place: def.place,
  }
}

/** The type of a record in formulas: its fields, its key, and whether its lease is active. */
function rowType(
  fields: Readonly<Record<string, Field>>,
  key: string,
  lease: string | undefined,
): Type {
  return {
    kind: 'record',
    fields: {
      ...fields,
      [key]: { type: { kind: 'string' } },
      ...(lease === undefined ? {} : { active: { type: { kind: 'boolean' } } }),
    },
  }
}

const typeName = ({ raw }: Written): string => (textOf(raw) ?? '').replace(/!$/, '')

/** The only field of the type `wallet`; reports none or several. */
function ownerOf(def: Def, fields: ReadonlyMap<string, Written>, build: Context): string {
  const owners = [...fields].filter(([, one]) => typeName(one) === 'wallet')
  if (owners.length === 1) return owners[0]![0]
  report(
    build,
    problem(
      'bad-entry',
      def.place,
      `the record \`${def.name}\` needs one field of the type wallet`,
      {
        hint: 'it names the owner, e.g. `owner: wallet!`',
      },
    ),
  )
  return ''
}

/** The field for the transaction that paid for a record. */
function paidBy(fields: ReadonlyMap<string, Written>): string | undefined {
  return [...fields].find(([, one]) => typeName(one) === 'transaction')?.[0]
}

/** The field that holds the end of the lease. */
function leaseOf(
  def: Def,
  fields: ReadonlyMap<string, Written>,
  build: Context,
): string | undefined {
  const entry = entryOf(def.value, 'lease')
  if (entry === undefined) return undefined
  const name = textOf(entry.value)!
  const field = known(build, 'field', { name, place: entry.value.place, defs: fields })
  if (field && typeName(field) !== 'time')
    report(
      build,
      problem('bad-entry', entry.value.place, `\`${name}\` is not a time`, {
        hint: `write \`${name}: time!\` among the fields`,
      }),
    )
  return name
}

/** Reports a lease without `keep`, whose records stay for ever, and a `keep` without a lease. */
function checkKept(def: Def, build: Context): void {
  const [lease, keep] = [entryOf(def.value, 'lease'), entryOf(def.value, 'keep')]
  if (lease && !keep)
    report(
      build,
      problem('missing-key', lease.keyPlace, '`lease` needs `keep`', {
        hint: 'say how long after its lease a record is still listed; then it is removed: keep: 7d',
      }),
    )
  if (keep && !lease)
    report(
      build,
      problem('missing-key', keep.keyPlace, '`keep` needs `lease`', {
        hint: 'name the field with the end of the lease, e.g. lease: expires_at',
      }),
    )
}

/** The call that releases a removed record at the upstream, and its arguments. */
function removedOf(def: Def, type: Type, build: Context): RecordIR['onRemoved'] {
  const removed = valueOf(def.value, 'on_removed')
  const call = valueOf(removed, 'call')
  if (!call) return undefined
  const id = textOf(call)!
  const called = knownCall(build, id, call.place)
  if (!called) return undefined
  if (refuseRequest(called, { place: call.place, does: 'give a record back' }, build))
    return undefined
  const names = { record: { type, code: 'record' } }
  const scope = formulaScope({ ...build, records: new Map(), fetched: new Map() }, names)
  const made = { defs: [called], place: call.place, with: valueOf(removed, 'with') }
  return { call: id, ...optional('args', argumentsOf(made, scope)) }
}

function fieldOf(written: Written, build: Context): Field {
  const { text } = written.raw as { text: Text }
  const own = OWN_TYPES[typeName(written)]
  const type = own ?? parsed(text, build)
  return { type, place: written.place, ...(text.text.includes('!') ? {} : { optional: true }) }
}

function parsed(text: Text, build: Context): Type {
  const read = parseField(text, build.schemas)
  build.problems.push(...read.problems)
  return read.value?.type ?? { kind: 'json' }
}
