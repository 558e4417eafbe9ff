/** Emits `generated/routes.ts` and `generated/index.ts`: everything together, as one catalog. */
import { imports } from './code/imports.ts'
import { constant, docText } from './code/file.ts'
import { filled, key, quote } from './code/literal.ts'
import { familyPath, modelsPath, tableName } from './code/names.ts'
import { type Emitter, families } from './facts.ts'

/** The list of routes in catalog order, and the object that the runtime loads. */
export const emitIndex: Emitter = function* (ir, facts) {
  yield routesFile(ir, facts)
  yield indexFile(ir, facts)
}

const routesFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'Route')
  const items = ir.routes.map(route =>
    used.value(`./${familyPath(route.family)}`, facts.names.get(route.id)!),
  )
  const made = used.value('../runtime/discovery.ts', 'discoverable')
  const doc = 'Every route, in the order of the catalog, with what crawlers read in its challenge.'
  const list = `${filled(`[${items.join(', ')}]`)}.map(${made})`
  const text = `\n${constant({ doc, name: 'routes', type: 'readonly Route[]', text: list })}`
  return facts.print(
    'routes.ts',
    ir.routes.map(r => r.place.file),
    [...used.list(), text],
  )
}

const indexFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'Catalog')
  for (const name of ['gateway', 'limits', 'networks']) used.value('./gateway.ts', name)
  for (const name of ['calls', 'upstreams']) used.value('./upstreams.ts', name)
  used.value('./errors.ts', 'envelopes')
  used.value('./routes.ts', 'routes')
  const tables = families(ir)
    .flatMap(f => f.tables)
    .map(t => `    ${key(t.name)}: ${used.value(`./${modelsPath(t.family)}`, tableName(t.name))},`)
  const shown = tables.length === 0 ? '{}' : `{\n${tables.join('\n')}\n  }`
  const text = `\n${docText('The whole catalog, as the runtime serves it.')}\nexport const catalog: Catalog = {
  hash: ${quote(facts.hash)},
  gateway,
  networks,
  tables: ${shown},
  upstreams,
  calls,
  envelopes,
  limits,
  routes,
}`
  return facts.print(
    'index.ts',
    ir.sources.map(s => s.path),
    [...used.list(), text],
  )
}
