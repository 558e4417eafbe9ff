/** Builds upstream calls. A call is lowered against every route that may make it; all must agree on its code. */
import { entriesOf, itemsOf, textAt, textOf, valueOf, type RawMap, problem } from '../read/access.ts'
import { report, type Build, type CallDef } from './build.ts'
import { constantsOf } from './constants.ts'
import { durationAt } from './literals.ts'
import { proveNames, treeLowering } from './lower.ts'
import { REPLY_NAMES } from './names.ts'
import { block, lower, mapNames, withConstant, withNames, type Stage } from './stage.ts'
import type { Block, CallIR, Code, Place, Raw, RawEntry, Text, Type } from '../types.ts'

/** One way in which a route makes a call: the names it has then, with the rows that lead to it. */
export interface CallUse { stage: Stage; route: string; place: Place }

/** A call as all its routes make it; undefined where it is wrong, which is then reported. */
export function callOf(def: CallDef, uses: readonly CallUse[]): CallIR | undefined {
  const [first, ...others] = uses
  if (!first) return undefined
  const call = lowerUse(def, first)
  if (!call || !readsCaller(call)) return call
  const code = codeOf(call)
  const roots = [...new Set(codesOf(call).flatMap(one => one.uses))]
  const seen = new Set([signature(first.stage, roots)])
  for (const use of others) {
    const own = signature(use.stage, roots)
    if (seen.has(own)) continue
    seen.add(own)
    const again = lowerUse(def, use)
    if (again && codeOf(again) === code) continue
    if (again) {
      report(use.stage.build, problem('call-differs', def.place, `${def.id} does not read the same of ${first.route} and of ${use.route}`, {
        hint: 'give the routes the same fields, or make two calls',
        also: [{ place: first.place, label: first.route }, { place: use.place, label: use.route }],
      }))
    }
    return undefined
  }
  return call
}

/** The types of some names, as text: routes that give a call values of the same types make it in the same way. */
function signature(stage: Stage, roots: readonly string[]): string {
  return stage.frames.map(frame => roots.map(root => {
    const binding = Object.hasOwn(frame.names, root) ? frame.names[root] : undefined
    return binding ? `${binding.code} ${String(binding.optional)} ${String(binding.need)} ${typeText(binding.type)}` : '-'
  }).join('\n')).join('\n\n') + stage.lets.filter(one => roots.includes(one.name)).map(one => one.code.code).join('\n')
}

const typeTexts = new WeakMap<Type, string>()

function typeText(type: Type): string {
  let text = typeTexts.get(type)
  if (text === undefined) {
    text = JSON.stringify(
      type, (key, value: unknown) => (key === 'place' || key === 'doc' ? undefined : typeof value === 'bigint' ? `${value}n` : value),
    )
    typeTexts.set(type, text)
  }
  return text
}

/** Lowers a call for one route; its problems name the route. */
function lowerUse(def: CallDef, use: CallUse): CallIR | undefined {
  const { problems } = use.stage.build
  const count = problems.length
  const call = lowerCall(def, use.stage)
  for (let i = count; i < problems.length; i++) {
    const found = problems[i]!
    problems[i] = { ...found, also: [...found.also ?? [], { place: use.place, label: `as ${use.route} calls it` }] }
  }
  return call
}

/** Whether the code depends on who calls: then each route must be looked at. */
function readsCaller(call: CallIR): boolean {
  return codesOf(call).some(code => code.uses.some(name => !['route', 'now', 'network', 'status', 'reply', 'reply_headers'].includes(name)))
}

function codesOf(call: CallIR): Code[] {
  const blocks = [call.path, call.holes, call.repeat, call.query, call.send, call.passes, call.give]
    .filter((one): one is Block => typeof one === 'object')
  const rules = call.fail.flatMap(one => [one.when, ...(one.details ? [one.details] : [])])
  return [...blocks.flatMap(one => [...one.lets.map(own => own.code), one.code]), ...rules]
}

function codeOf(call: CallIR): string {
  return codesOf(call).map(code => code.code).join('\n')
}

function lowerCall(def: CallDef, from: Stage): CallIR | undefined {
  const raw = def.entry.value as RawMap
  const { build } = from
  const count = build.problems.length
  const stage = constantsOf(valueOf(raw, 'tables'), build.problems).reduce(withConstant, from)
  const reply = withNames(stage, REPLY_NAMES)
  const get = raw.entries.find(entry => entry.key === 'get' || entry.key === 'post')
  const twice = raw.entries.filter(entry => entry.key === 'get' || entry.key === 'post').length > 1
  if (!get || twice) report(build, problem('bad-entry', def.place, `${def.id} needs either \`get:\` or \`post:\` with its path`))
  const part = (key: string, at = stage): Block | undefined => {
    const value = valueOf(raw, key)
    return value && block(at, treeLowering(value))
  }
  const path = get && block(stage, leafLowering(get.value))
  const holes = holesOf(def.upstream.value, stage)
  const retry = Number(textAt(raw, 'retry') ?? 0)
  const fail = [...failsOf(def.upstream.value, reply), ...failsOf(raw, reply)]
  const parts = {
    ...(textAt(raw, 'query') === 'forward' ? { query: 'forward' as const } : optional('query', part('query'))),
    ...(textAt(raw, 'send') === 'verbatim' ? { send: 'verbatim' as const } : optional('send', part('send'))),
    ...optional('repeat', part('repeat')),
    ...optional('passes', passesOf(raw, reply)),
    ...optional('give', part('give', reply)),
    ...optional('holes', holes),
  }
  const timeout = durationAt(raw, 'timeout', build.problems)
  if (build.problems.length > count || !path || timeout === undefined) return undefined
  const method = get.key === 'get' ? 'GET' : 'POST'
  return { id: def.id, upstream: def.upstream.name, place: def.place, method, path, timeout, retry, fail, ...parts }
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : { [key]: value } as { [P in K]?: V }
}

/** Text with holes, or a formula after `=`. */
function leafLowering(value: Raw): Parameters<typeof block>[1] {
  const text = (value as { text: Text }).text
  return text.text.startsWith('=') ? treeLowering(value) : { kind: 'message', text }
}

/** The values of the holes of the base, e.g. `{model.host}`. */
function holesOf(upstream: RawMap, stage: Stage): Block | undefined {
  const base = valueOf(upstream, 'base')
  if (base?.kind !== 'scalar') return undefined
  const holes = [...base.text.text.matchAll(/\{([^{}]*)\}/g)]
  if (holes.length === 0) return undefined
  const entries = holes.map((hole): RawEntry => {
    const start = hole.index + 1
    const end = start + hole[1]!.length
    const place = { file: base.place.file, start: base.text.at(start), end: base.text.at(end) }
    const text: Text = { text: `=${hole[1]!}`, place, at: offset => base.text.at(start + Math.max(0, offset - 1)) }
    return { key: hole[1]!, keyPlace: place, value: { kind: 'scalar', value: text.text, quoted: false, text, place } }
  })
  return block(stage, treeLowering({ kind: 'map', entries, place: base.place }))
}

function failsOf(raw: RawMap, reply: Stage): CallIR['fail'] {
  return itemsOf(valueOf(raw, 'fail')).flatMap(item => {
    const when = valueOf(item, 'when') as { text: Text; place: Place }
    const test = lower(reply, { kind: 'formula', text: when.text, expect: { kind: 'boolean' } })
    if (!test) return []
    const details = valueOf(item, 'details')
    const told = details && lower(mapNames(reply, names => proveNames(names, test)), leafLowering(details))
    return [{ when: test, as: textAt(item, 'as') ?? '', ...(told ? { details: told } : {}), place: entriesOf(item)[0]!.keyPlace }]
  })
}

function passesOf(raw: RawMap, reply: Stage): Block | undefined {
  const statuses = itemsOf(valueOf(raw, 'pass')).map(item => textOf(item) ?? '')
  const when = valueOf(raw, 'pass_when')
  if (statuses.length === 0 && !when) return undefined
  const test = when?.kind === 'scalar' ? block(reply, { kind: 'formula', text: when.text, expect: { kind: 'boolean' } }) : undefined
  const member = statuses.map(status => `status === ${status}`).join(' || ')
  if (!test) return when ? undefined : made(member, raw.place)
  if (statuses.length === 0) return test
  const code = { ...test.code, code: `(${member}) && (${test.code.code})`, uses: [...new Set(['status', ...test.code.uses])] }
  return { ...test, code }
}

function made(code: string, place: Place): Block {
  return { lets: [], code: { code, type: { kind: 'boolean' }, uses: ['status'], wait: false, place } }
}

/** The members of a call's `give`, where they are all known. */
export function givenMembers(def: CallDef): readonly string[] | undefined {
  const give = valueOf(def.entry.value, 'give')
  if (!give) return []
  const keys = entriesOf(give).map(entry => entry.key)
  return keys.includes('...') ? undefined : keys
}

/** All calls by `upstream.call`. */
export function callDefs(build: Pick<Build, 'flat'>): Map<string, CallDef> {
  return new Map(build.flat.upstreams.flatMap(upstream => entriesOf(valueOf(upstream.value, 'calls')).map((entry): [string, CallDef] => {
    const id = `${upstream.name}.${entry.key}`
    return [id, { id, place: entry.keyPlace, upstream, entry }]
  })))
}
