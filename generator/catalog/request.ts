/**
 * Builds the scope before the gates of a route: the request in all its forms, and the ids of the
 * route's table.
 */
import { entriesOf, entryOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import { known, optional, report, sliceOf, type LoweringContext } from './build.ts'
import { fetchedNames } from './fetched.ts'
import { viewOf, type ModelView } from './row-variants.ts'
import { inputOf } from './inputs.ts'
import { CALL_NAMES, ELSEWHERE, NO_MODELS, NO_UPSTREAM, REQUEST_NAMES } from './names.ts'
import { block, formulaScope, withNames, type FormulaScope } from './scope.ts'
import { withRouteLets } from './scope-lets.ts'
import { viewDefs } from './views.ts'
import { translationOf } from './translation.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, InputIR, RouteIR, TableIR } from '../ir.ts'
import type { Field, Names, Place } from '../types.ts'

/** The first scope, the table's rows if one can be picked, and the request members of the route. */
export interface Start {
  scope: FormulaScope
  view?: ModelView
  parts: Pick<
    RouteIR,
    'body' | 'toolBody' | 'serviceAnswer' | 'translate' | 'query' | 'table' | 'pick' | 'lists'
  >
}

/** The scope before the gates; reports an invalid request. */
export function startOf(flat: FlatRoute, build: LoweringContext): Start {
  const { keys } = flat
  const count = build.problems.length
  const input = (part: 'body' | 'tool_body' | 'query' | 'answer'): InputIR | undefined => {
    const entry = entryOf(keys, part)
    return entry && inputOf(entry, build)
  }
  const body = input('body')
  const query = input('query')
  const common: Names = {
    ...CALL_NAMES,
    ...REQUEST_NAMES,
    ...fetchedNames(build.fetched),
    ...build.constants,
    ...(query ? { query: { type: query.type, code: 'query' } } : {}),
    ...(hasValues(flat.path) ? { path: { type: pathType(flat.path), code: 'path' } } : {}),
  }
  const names: Names = { ...common, ...(body ? { body: { type: body.type, code: 'body' } } : {}) }
  const lists = listsOf(keys, build)
  const elsewhere = {
    ...ELSEWHERE,
    ...(entryOf(keys, 'models') ? {} : { model: NO_MODELS }),
    ...(entryOf(keys, 'upstream') || entryOf(keys, 'work') ? {} : { result: NO_UPSTREAM }),
  }
  const bare = withNames(
    formulaScope(build, names, elsewhere),
    listNames(lists, { names, build, place: entryOf(keys, 'lists')?.keyPlace }),
  )
  const parts = {
    ...optional('body', body),
    ...formsOf(flat, { body, names: common, build }),
    ...optional('query', query),
    ...optional('toolBody', input('tool_body')),
    ...optional('serviceAnswer', input('answer')),
    ...(lists.size > 0
      ? { lists: Object.fromEntries([...lists].map(([name, table]) => [name, table.name])) }
      : {}),
  }
  const models = valueOf(keys, 'models')
  const table =
    models &&
    known(build, 'models file', {
      name: textOf(models)!,
      place: models.place,
      defs: build.tables,
    })
  // Formulas over a faulty request would only repeat its problems.
  if (!table || build.problems.length > count) return { scope: bare, parts }
  const pick = pickOf(keys, bare, body)
  return {
    scope: withNames(bare, modelsName(table, pick)),
    ...(pick ? { view: viewOf(table) } : {}),
    parts: { ...parts, table: table.name, ...optional('pick', pick) },
  }
}

/** The other forms of the body. */
function formsOf(
  flat: FlatRoute,
  from: { body: InputIR | undefined; names: Names; build: LoweringContext },
): Pick<RouteIR, 'translate'> {
  const { body, build } = from
  const translate = entryOf(flat.keys, 'translate')
  for (const name of ['translate', 'multipart', 'tool_body']) {
    const entry = entryOf(flat.keys, name)
    if (entry && !entryOf(flat.keys, 'body'))
      report(build, problem('bad-entry', entry.keyPlace, `\`${entry.key}\` needs a \`body:\``))
  }
  return {
    ...optional('translate', translate && body && translationOf(translate, { ...from, body })),
  }
}

/** The scope of discovery, before there is a request. */
export function discoveryScope(flat: FlatRoute, start: FormulaScope): FormulaScope {
  const { build } = start
  const { models } = start.variants[0]!.names
  const early = Object.fromEntries(
    ['body', 'query', 'path', 'model'].map(name => [name, 'there is no request yet']),
  )
  const names = { ...CALL_NAMES, ...build.constants, ...(models ? { models } : {}) }
  // Other views may read values that do not exist yet.
  const written = valueOf(flat.keys, 'discovery_show')
  const shown = new Set(written ? sliceOf(build, written.place).match(/\w+/g) : [])
  const views = viewDefs(valueOf(flat.keys, 'views'), []).filter(one => shown.has(one.name))
  return withRouteLets(formulaScope(build, names, { ...ELSEWHERE, ...early }), views)
}

/** The tables of `lists:` by their names there. */
function listsOf(keys: RawMap, build: LoweringContext): Map<string, TableIR> {
  return new Map(
    entriesOf(valueOf(keys, 'lists')).flatMap(entry => {
      const { place } = entry.value
      const table = known(build, 'models file', {
        name: textOf(entry.value)!,
        place,
        defs: build.tables,
      })
      return table ? [[entry.key, table]] : []
    }),
  )
}

/** The names of listed tables in formulas: their rows are not chosen by a request. */
function listNames(
  lists: ReadonlyMap<string, TableIR>,
  { names, build, place }: { names: Names; build: LoweringContext; place?: Place },
): Names {
  const made = [...lists].map(([name, table]): [string, Names[string]] => [
    name,
    { type: { kind: 'models', row: table.type }, code: `lists.${name}` },
  ])
  for (const [name] of made)
    if (place && Object.hasOwn(names, name))
      report(
        build,
        problem('name-taken', place, `\`${name}\` is already a name here`, {
          hint: 'choose another name',
        }),
      )
  return Object.fromEntries(made)
}

function modelsName(table: TableIR, pick: Block | undefined): Names {
  const picked = pick ? { pick: pick.code.js, chosen: 'model' } : {}
  return { models: { type: { kind: 'models', row: table.type, ...picked }, code: 'models' } }
}

/** The formula that chooses the row: `pick:`, or `body.model` if the body has it. */
function pickOf(keys: RawMap, scope: FormulaScope, body: InputIR | undefined): Block | undefined {
  const written = valueOf(keys, 'pick')
  if (written?.kind === 'scalar') return block(scope, { kind: 'formula', text: written.text })
  if (body?.type.kind !== 'record' || !Object.hasOwn(body.type.fields, 'model')) return undefined
  const place = body.type.fields.model!.place ?? body.place
  return block(scope, {
    kind: 'formula',
    text: { text: 'body.model', place, at: () => place.start },
  })
}

/** The names of the holes of a path; a last `*` is named `rest`. */
export function holesOf(path: string): readonly string[] {
  return [
    ...[...path.matchAll(/\{([^}]+)\}/g)].map(hole => hole[1]!),
    ...(path.endsWith('/*') ? ['rest'] : []),
  ]
}

const hasValues = (path: string): boolean => holesOf(path).length > 0

/** The type of the path: one text for each hole. */
export function pathType(path: string): RouteIR['pathType'] {
  const fields = holesOf(path).map((hole): [string, Field] => [hole, { type: { kind: 'string' } }])
  return { kind: 'record', fields: Object.fromEntries(fields) }
}
