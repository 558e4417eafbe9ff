/** Analyses a tree: what it reads, what it calls, whether it waits. */
import type { Js, JsOf, Member, Statement } from './tree.ts'

/** The expressions directly inside an expression, statements included. */
export function partsOf(js: Js): readonly Js[] {
  switch (js.kind) {
    case 'member':
    case 'unary':
    case 'as':
      return [js.of]
    case 'index':
      return [js.of, js.key]
    case 'call':
      return [js.of, ...js.args]
    case 'binary':
      return [js.left, js.right]
    case 'choice':
      return [js.test, js.yes, js.no]
    case 'array':
      return js.items
    case 'object':
      return js.members.map(memberValue)
    case 'template':
      return js.parts.filter(part => typeof part !== 'string')
    case 'arrow':
      return isBlock(js.gives) ? js.gives.flatMap(insideOf) : [js.gives]
    default:
      return []
  }
}

const memberValue = (one: Member): Js => ('spread' in one ? one.spread : one.value)

/** Whether a function body consists of statements. */
export const isBlock = (gives: Js | readonly Statement[]): gives is readonly Statement[] =>
  Array.isArray(gives)

function insideOf(statement: Statement): readonly Js[] {
  switch (statement.kind) {
    case 'const':
    case 'return':
    case 'throw':
      return [statement.value]
    case 'if':
      return [statement.test, ...statement.body.flatMap(insideOf)]
    case 'switch':
      return [
        statement.on,
        ...statement.cases.flatMap(one => one.body.flatMap(insideOf)),
        ...insideOf(statement.otherwise),
      ]
    case 'members':
      return [statement.of]
    case 'note':
      return []
  }
}

const NONE: ReadonlySet<string> = new Set()
const free = new WeakMap<Js, ReadonlySet<string>>()

/**
 * The free names of an expression: neither parameters of its own functions nor names that these
 * declare.
 */
export function freeNames(js: Js): ReadonlySet<string> {
  let names = free.get(js)
  if (!names) free.set(js, (names = readOutside(js)))
  return names
}

function readOutside(js: Js): ReadonlySet<string> {
  if (js.kind === 'name') return new Set([js.name])
  const parts = partsOf(js)
  if (parts.length === 0) return NONE
  const names = parts.length === 1 ? freeNames(parts[0]!) : union(parts)
  if (js.kind !== 'arrow') return names
  const own = new Set(ownNames(js))
  return [...own].some(one => names.has(one))
    ? new Set([...names].filter(one => !own.has(one)))
    : names
}

/** The parameters of a function, and the names that its statements declare. */
export function ownNames({ takes, gives }: JsOf<'arrow'>): readonly string[] {
  return isBlock(gives) ? [...takes.names, ...gives.flatMap(declaredBy)] : takes.names
}

function declaredBy(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'const':
      return [statement.name]
    case 'members':
      return statement.names
    case 'if':
      return statement.body.flatMap(declaredBy)
    case 'switch':
      return statement.cases.flatMap(one => one.body.flatMap(declaredBy))
    default:
      return []
  }
}

function union(parts: readonly Js[]): ReadonlySet<string> {
  let all = NONE
  let isOwn = false
  for (const part of parts) {
    const names = freeNames(part)
    if (all.size === 0) all = names
    else if (names !== all) {
      for (const one of names) {
        if (all.has(one)) continue
        // Most parts read the same names as others, and then share one set.
        if (!isOwn) all = new Set(all)
        isOwn = true
        ;(all as Set<string>).add(one)
      }
    }
  }
  return all
}

/** Every expression of a tree, the outer before the inner. */
export function* nodesOf(js: Js): Generator<Js> {
  yield js
  for (const part of partsOf(js)) yield* nodesOf(part)
}

const helpers = new WeakMap<Js, ReadonlySet<string>>()

/** Functions of `runtime/formula.ts` that an expression calls. */
export function helpersOf(js: Js): ReadonlySet<string> {
  let names = helpers.get(js)
  if (!names) {
    names = new Set([...nodesOf(js)].flatMap(one => (one.kind === 'helper' ? [one.name] : [])))
    helpers.set(js, names)
  }
  return names
}

/** Names of types that an expression mentions, which its file imports. */
export function typesOf(js: Js): string[] {
  return [...nodesOf(js)].flatMap(one => {
    if (one.kind === 'as') return [one.type]
    return one.kind === 'arrow' ? [...(one.takes.type?.uses ?? [])] : []
  })
}

/** The members of the scope that the functions in an expression take. */
export function scopeReads(js: Js): ReadonlySet<string> {
  return new Set([...nodesOf(js)].flatMap(one => (one.kind === 'arrow' ? membersTaken(one) : [])))
}

function membersTaken({ takes, gives }: JsOf<'arrow'>): string[] {
  const inside = isBlock(gives) ? gives : []
  return [
    ...(takes.form === 'members' ? takes.names : []),
    ...inside.flatMap(one => (one.kind === 'members' ? one.names : [])),
  ]
}

/** Whether an expression awaits anything. */
export function waits(js: Js): boolean {
  if (js.kind === 'unary' && js.op === 'await') return true
  if (js.kind === 'arrow' && js.waits) return true
  return partsOf(js).some(waits)
}

/** Whether two expressions are equal. */
export function isSame(a: Js, b: Js): boolean {
  return a === b || signature(a) === signature(b)
}

const signatures = new WeakMap<Js, string>()

/** A text that only equal expressions share. It is a key, not code. */
export function signature(js: Js): string {
  let key = signatures.get(js)
  if (key === undefined) signatures.set(js, (key = membersKey(js)))
  return key
}

function membersKey(value: object): string {
  let key = '{'
  for (const [name, one] of Object.entries(value)) key += `${name}:${valueKey(one)},`
  return `${key}}`
}

function valueKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`
  return 'kind' in value ? signature(value as Js) : membersKey(value)
}

/** The member of the scope that the whole expression reads, such as `body.model`. */
export function memberPath(js: Js): { root: string; name: string } | undefined {
  if (js.kind !== 'member' || js.of.kind !== 'name') return undefined
  return { root: js.of.name, name: js.name }
}

/**
 * The member of a name that the whole expression reads: `body.n`, `body?.n`, or `get(body, 'n')`.
 */
export function memberRead(js: Js): { root: string; name: string } | undefined {
  if (js.kind !== 'call' || js.of.kind !== 'helper' || js.of.name !== 'get') return memberPath(js)
  const [of, key] = js.args
  return of?.kind === 'name' && key?.kind === 'text'
    ? { root: of.name, name: key.value }
    : undefined
}

/** The members that an expression reads of the name `root`, in order, with repetitions. */
export function membersRead(js: Js, root: string): string[] {
  return [...nodesOf(js)].flatMap(one => {
    const read = memberRead(one)
    return read?.root === root ? [read.name] : []
  })
}

/** Whether an expression uses a name as a whole, not only its members. */
export function readsWhole(js: Js, root: string): boolean {
  if (js.kind === 'name') return js.name === root
  const read = memberRead(js)
  if (read?.root === root)
    return js.kind === 'call' && js.args.slice(1).some(arg => readsWhole(arg, root))
  if (js.kind === 'arrow' && js.takes.names.includes(root)) return false
  return partsOf(js).some(part => readsWhole(part, root))
}

/** Whether an expression is the word `true`. */
export const isTrue = (js: Js | undefined): boolean => js?.kind === 'word' && js.value === true

const PRESENT: ReadonlySet<Js['kind']> = new Set<Js['kind']>([
  'text',
  'number',
  'template',
  'array',
  'object',
  'arrow',
])

/**
 * Whether an expression is always absent, like `undefined`, or never, like a number; undefined if
 * that depends. TypeScript refuses `??` after both.
 */
export function isNullish(js: Js): boolean | undefined {
  if (js.kind === 'word') return js.value === undefined || js.value === null
  if (PRESENT.has(js.kind) || (js.kind === 'unary' && js.op !== 'await')) return false
  if (js.kind === 'binary') return ['??', '||', '&&'].includes(js.op) ? undefined : false
  if (js.kind !== 'choice') return undefined
  const [yes, no] = [isNullish(js.yes), isNullish(js.no)]
  return yes === no ? yes : undefined
}
