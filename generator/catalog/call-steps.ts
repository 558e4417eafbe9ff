/**
 * Lowers what the steps of an upstream call have in common: the address, the request, and which
 * replies are failures or results.
 */
import {
  entriesOf,
  itemsOf,
  problem,
  textAt,
  textOf,
  valueOf,
  type RawMap,
} from '../read/access.ts'
import { optional, report } from './build.ts'
import { showType } from '../formula/types.ts'
import { constantsOf } from './constants.ts'
import { readFormulas, readPlain } from './read-keys.ts'
import type { CALL_KEYS, POLL_KEYS } from '../language/calls.ts'
import type { Members } from '../language/key.ts'
import { helperOf } from '../formula/code.ts'
import { binary, call as callOf, name, number, type Js } from '../js/tree.ts'
import type { Block, CallIR } from '../ir.ts'
import type { Code, Names, Place, Raw, RawEntry, Text } from '../types.ts'
import { checkCallSecrets } from './call-secrets.ts'
import { callHeaders, textsOf } from './call-texts.ts'
import { failsOf } from './fail-rules.ts'
import { leafLowering, treeLowering } from './lower.ts'
import { block, type LetDef, type FormulaScope, withConstants } from './scope.ts'
import { neededLets } from './lets.ts'
import { withLets } from './scope-lets.ts'

/** The keys that hold the path of a call, with their methods. */
export const METHODS = { get: 'GET', post: 'POST', delete: 'DELETE' } as const

/** One step, without the facts that it shares with the other steps of its upstream. */
export type Step = Pick<CallIR, 'method' | 'path' | 'timeout' | 'forwards' | 'query' | 'fail'>

/** The scopes of a step, before and after the reply. */
export interface StepScopes {
  scope: FormulaScope
  reply: FormulaScope
}

/**
 * Lowers one step of a call with the members of its keys; undefined if it is invalid, after
 * reporting it.
 */
export function stepOf<T extends typeof CALL_KEYS | typeof POLL_KEYS>(
  keys: T,
  raw: RawMap,
  { scope, reply }: StepScopes,
): (Step & Members<T>) | undefined {
  const { problems } = scope.build
  const target = entriesOf(raw).find(entry => Object.hasOwn(METHODS, entry.key))
  checkCallSecrets(raw, target, scope.build)
  const path = target && asPath(block(scope, leafLowering(target.value)))
  const parts = {
    ...readPlain(keys, raw, problems),
    ...readFormulas(keys, raw, { sent: scope, answered: reply }),
    ...queryOf(raw, scope),
    ...optional('headers', callHeaders(raw, scope)),
    fail: failsOf(raw, reply),
    ...optional('passes', passesOf(raw, reply)),
    ...optional('waits', waitsOf(raw, scope)),
  }
  const { timeout } = parts as { timeout?: number }
  if (!path || timeout === undefined) return undefined
  return { ...parts, method: METHODS[target.key as keyof typeof METHODS], path, timeout }
}

/**
 * Lowers `query:`, which is `forward`, a map, or a map with `...: forward`. Names in the map
 * replace those of the caller.
 */
function queryOf(raw: RawMap, scope: FormulaScope): Pick<Step, 'forwards' | 'query'> {
  const value = valueOf(raw, 'query')
  if (textOf(value) === 'forward') return { query: 'forward' }
  if (textAt(value, '...') !== 'forward')
    return optional('query', value && textsOf(value, 'query', scope))
  const own = {
    ...(value as RawMap),
    entries: entriesOf(value).filter(entry => entry.key !== '...'),
  }
  if (own.entries.length === 0) return { query: 'forward' }
  const query = textsOf(own, 'query', scope)
  return query ? { forwards: true, query } : {}
}

/** A `timeout` that is a formula, in seconds. */
function waitsOf(raw: RawMap, scope: FormulaScope): Block | undefined {
  const written = valueOf(raw, 'timeout')
  if (written?.kind !== 'scalar' || !written.text.text.startsWith('=')) return undefined
  const made = block(scope, treeLowering(written))
  if (!made || made.code.type.kind === 'integer') return made
  const message = `\`timeout\` is whole seconds; this is ${showType(made.code.type)}`
  return void report(scope.build, problem('type-mismatch', written.place, message))
}

/** Whether a reply of the step is a file. */
export function isBytes(raw: RawMap): boolean {
  return textAt(raw, 'bytes') === 'true'
}

/** The scope with the `tables:` of a step. */
export function withTables(raw: Raw, from: FormulaScope): FormulaScope {
  return withConstants(from, constantsOf(valueOf(raw, 'tables'), from.build.problems))
}

/**
 * The scopes of a step before and after its reply. A `let:` that reads the reply exists only in the
 * second one.
 */
export function stepScopes(
  defs: readonly LetDef[],
  from: FormulaScope,
  after: (scope: FormulaScope) => FormulaScope,
): StepScopes {
  const late = lateLets(defs, from, after)
  const elsewhere = Object.fromEntries(
    [...late].map(name => [
      name,
      'it reads the reply, so it is known in `fail`, `pass_when`, `give` and `ticket`',
    ]),
  )
  const scope = withLets(
    { ...from, elsewhere: { ...from.elsewhere, ...elsewhere } },
    defs.filter(def => !late.has(def.name)),
  )
  return {
    scope,
    reply: withLets(
      after(scope),
      defs.filter(def => late.has(def.name)),
    ),
  }
}

/** The names of the lets that read a name of the reply, directly or through other lets. */
function lateLets(
  defs: readonly LetDef[],
  from: FormulaScope,
  after: (scope: FormulaScope) => FormulaScope,
): ReadonlySet<string> {
  const quiet = after({ ...from, build: { ...from.build, problems: [] } })
  const own = new Set(
    Object.keys(quiet.variants[0]!.names).filter(
      name => !Object.hasOwn(from.variants[0]!.names, name),
    ),
  )
  const { lets } = withLets(quiet, defs)
  const isLate = (code: Code): boolean => code.uses.some(name => own.has(name))
  const names = new Set(defs.map(def => def.name))
  return new Set(
    lets
      .filter(
        one =>
          names.has(one.name) &&
          (isLate(one.code) || neededLets(lets, [one.code]).some(each => isLate(each.code))),
      )
      .map(one => one.name),
  )
}

/** A condition of a step; undefined if the step has none. */
export function conditionOf(raw: RawMap, key: string, scope: FormulaScope): Block | undefined {
  const value = valueOf(raw, key)
  return value?.kind === 'scalar'
    ? block(scope, { kind: 'formula', text: value.text, expect: { kind: 'boolean' } })
    : undefined
}

/**
 * A path whose holes each stay within their segment: characters that would end the segment or begin
 * a query are percent-encoded. A path that is a formula is left as it is.
 */
function asPath(path: Block | undefined): Block | undefined {
  if (path?.code.js.kind !== 'template') return path
  const parts = path.code.js.parts.map(part =>
    typeof part === 'string' ? part : callOf(helperOf('segment'), [part]),
  )
  return { ...path, code: { ...path.code, js: { kind: 'template', parts } } }
}

/** The hole of a base that each call fills with its `host:`. */
export const HOST_HOLE = '{host}'

/** The values of the holes of the base, e.g. `{model.host}`. The call's `host:` fills `{host}`. */
export function holesOf(
  upstream: RawMap,
  host: Raw | undefined,
  scope: FormulaScope,
): Block | undefined {
  const base = valueOf(upstream, 'base')
  if (base?.kind !== 'scalar') return undefined
  const settings = settingNames(upstream)
  const holes = [...base.text.text.matchAll(/\{([^{}]*)\}/g)].filter(
    hole => (hole[0] !== HOST_HOLE || host) && !Object.hasOwn(settings, hole[1]!.trim()),
  )
  if (holes.length === 0) return undefined
  const entries = holes.map((hole): RawEntry => {
    if (hole[0] === HOST_HOLE && host) return { key: 'host', keyPlace: host.place, value: host }
    const start = hole.index + 1
    const end = start + hole[1]!.length
    const place = { file: base.place.file, start: base.text.at(start), end: base.text.at(end) }
    const text: Text = {
      text: `=${hole[1]!}`,
      place,
      at: offset => base.text.at(start + Math.max(0, offset - 1)),
    }
    return {
      key: hole[1]!,
      keyPlace: place,
      value: { kind: 'scalar', value: text.text, quoted: false, text, place },
    }
  })
  return block(scope, treeLowering({ kind: 'map', entries, place: base.place }))
}

function passesOf(raw: RawMap, reply: FormulaScope): Block | undefined {
  const statuses = itemsOf(valueOf(raw, 'pass')).map(item => textOf(item) ?? '')
  const when = valueOf(raw, 'pass_when')
  if (statuses.length === 0 && !when) return undefined
  const test = conditionOf(raw, 'pass_when', reply)
  const member = statuses
    .map(status => binary('===', name('status'), number(Number(status))))
    .reduce<Js | undefined>((all, one) => (all ? binary('||', all, one) : one), undefined)
  if (!test) return when || !member ? undefined : made(member, raw.place)
  if (!member) return test
  const code = {
    ...test.code,
    js: binary('&&', member, test.code.js),
    uses: [...new Set(['status', ...test.code.uses])],
  }
  return { ...test, code }
}

function made(js: Js, place: Place): Block {
  return {
    lets: [],
    code: { js, type: { kind: 'boolean' }, uses: ['status'], wait: false, place },
  }
}

/** The settings of an upstream as names of formulas. Only formulas of the request may read them. */
export function settingNames(upstream: Raw): Names {
  return Object.fromEntries(
    entriesOf(valueOf(upstream, 'settings')).map(({ key, keyPlace }) => [
      key,
      { type: { kind: 'string' }, code: `settings.${key}`, place: keyPlace },
    ]),
  )
}
