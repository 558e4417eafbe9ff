/** Emits `generated/routes.ts` and `generated/index.ts`: all parts as one catalog. */
import { imports } from './code/imports.ts'
import { array, literal, method, name, object, objectOf, text, type Js } from '../js/tree.ts'
import { functionOf } from './code/function.ts'
import type { RecordIR } from '../ir.ts'
import type { Code } from '../types.ts'
import type { Constant } from './code/file.ts'
import { familyPath, modelsPath, tableName } from './code/names.ts'
import { type Emitter, families } from './facts.ts'
import { fetchedFile } from './fetched.ts'

type RemovedIR = NonNullable<RecordIR['onRemoved']>

/** The list of routes in catalog order, and the object that the runtime loads. */
export const emitIndex: Emitter = function* (ir, facts) {
  yield routesFile(ir, facts)
  if (ir.records.length > 0) yield recordsFile(ir, facts)
  if (ir.fetched.length > 0) yield fetchedFile(ir, facts)
  yield indexFile(ir, facts)
}

const routesFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'Route')
  const items = ir.routes.map(route =>
    name(used.value(`./${familyPath(route.family)}`, facts.names.get(route.id)!)),
  )
  const made = name(used.value('../runtime/discovery.ts', 'discoverable'))
  const routes: Constant = {
    doc: 'Every route, in the order of the catalog, with the discovery metadata of its challenge.',
    constant: 'routes',
    type: 'readonly Route[]',
    value: method(array(items), 'map', [made]),
  }
  return facts.print(
    'routes.ts',
    ir.routes.map(r => r.place.file),
    [...used.list(), routes],
  )
}

const recordsFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'RecordKind')
  const kinds = ir.records.map(({ name, key, owner, lease, transaction, keep, onRemoved }) => {
    const plain = literal({ name, key, owner, lease, transaction, keep })
    return [name, onRemoved === undefined ? plain : withMember(plain, 'onRemoved', onRemoved)]
  })
  const records: Constant = {
    doc: 'The kinds of records, which wallets own.',
    constant: 'records',
    type: 'Readonly<Record<string, RecordKind>>',
    value: object(Object.fromEntries(kinds)),
  }
  const from = ir.records.map(({ place }) => place.file)
  return facts.print('records.ts', from, [...used.list(), records])
}

/** A kind of record with the call that releases a removed record. */
function withMember(plain: Js, key: string, { call: id, args }: RemovedIR): Js {
  const given = args ?? { lets: [], code: { js: object({}) } as Code }
  const code = { ...given.code, js: object({ call: text(id), args: given.code.js }) }
  const value = functionOf({ lets: given.lets, code }, { roots: ['record'] })
  return plain.kind === 'object' ? objectOf([...plain.members, { key, value }]) : plain
}

const indexFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'Catalog')
  for (const name of ['gateway', 'limits', 'networks']) used.value('./gateway.ts', name)
  for (const name of ['calls', 'upstreams']) used.value('./upstreams.ts', name)
  used.value('./errors.ts', 'envelopes')
  used.value('./routes.ts', 'routes')
  if (ir.records.length > 0) used.value('./records.ts', 'records')
  if (ir.fetched.length > 0) used.value('./fetched.ts', 'fetched')
  const tables = families(ir)
    .flatMap(f => f.tables)
    .map(t => [t.name, name(used.value(`./${modelsPath(t.family)}`, tableName(t.name)))] as const)
  const catalog: Constant = {
    doc: 'The whole catalog, as the runtime serves it.',
    constant: 'catalog',
    type: 'Catalog',
    value: object({
      hash: text(facts.hash),
      gateway: name('gateway'),
      networks: name('networks'),
      tables: object(Object.fromEntries(tables)),
      upstreams: name('upstreams'),
      calls: name('calls'),
      envelopes: name('envelopes'),
      limits: name('limits'),
      records: ir.records.length > 0 ? name('records') : undefined,
      fetched: ir.fetched.length > 0 ? name('fetched') : undefined,
      routes: name('routes'),
      dates: facts.dates?.length ? literal(facts.dates) : undefined,
    }),
  }
  return facts.print(
    'index.ts',
    ir.sources.map(s => s.path),
    [...used.list(), catalog],
  )
}
