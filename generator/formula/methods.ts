/**
 * Lowers methods: `all exists filter map unique where` of lists, tables, JSON and models;
 * `startsWith endsWith contains` of texts.
 */
import { suggestion } from '../problems/suggest.ts'
import { array, global, member, method as methodOf, spread, type Js } from '../js/tree.ts'
import { joined, lambda, piece, rootOf, safeName, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { condition } from './logic.ts'
import { size } from './sizes.ts'
import { textPiece, textQuestion } from './texts.ts'
import { tablePath } from './keys.ts'
import { partOf, showType, type TypeOf } from './types.ts'
import { helper, present, sourceOf, truthOf, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Binding, Names, Type } from '../types.ts'
import type { Narrowing } from './within.ts'
import type { Walk } from './walk.ts'

type MethodCall = ExprOf<'call'> & { of: Expr }

const TEXTS: Readonly<Record<string, string>> = {
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'includes',
}
const WALKS: Readonly<Record<string, string>> = {
  all: 'every',
  exists: 'some',
  filter: 'filter',
  map: 'map',
  unique: 'unique',
  where: 'filter',
}

/** `of.name(args)` */
export function method(env: Env, expr: MethodCall, walk: Walk): Value {
  if (Object.hasOwn(TEXTS, expr.name)) return textMethod(env, expr, walk)
  if (Object.hasOwn(WALKS, expr.name))
    return expr.name === 'where' ? where(env, expr, walk) : each(env, expr, walk)
  if (expr.name === 'size' && expr.args.length === 0) return size(env, expr.of, walk)
  const hint =
    expr.name === 'matches'
      ? 'formulas have no patterns; use `pattern` in a schema'
      : suggestion(expr.name, [...Object.keys(WALKS), ...Object.keys(TEXTS)])
  return fail(expr.at, { code: 'unknown-function', message: `unknown method ${expr.name}`, hint })
}

function textMethod(env: Env, expr: MethodCall, walk: Walk): Value {
  const part = expr.args[0]
  if (!part || expr.args.length > 1)
    return fail(expr, { code: 'wrong-arguments', message: `${expr.name}() takes one text` })
  const of = walk(env, expr.of)
  if (of.type.kind === 'list')
    fail(expr.at, {
      code: 'type-mismatch',
      message: `\`${sourceOf(env, expr.of)}\` is a list`,
      hint: 'write `x in xs`',
    })
  return textQuestion(TEXTS[expr.name]!, [
    textPiece(env, of, expr.of),
    textPiece(env, walk(env, part), part),
  ])
}

/** The elements of an iteration: an array, and the type of each variable. */
interface Elements {
  array: Js
  types: readonly Type[]
}

function elements(env: Env, expr: MethodCall, walk: Walk): Elements {
  const of = walk(env, expr.of)
  const { type } = of
  if (type.kind === 'json') return { array: helper('items', [of]).js, types: [partOf(type, '[]')] }
  const { js } = present(env, of)
  if (type.kind === 'list') return { array: type.set ? array([spread(js)]) : js, types: [type.of] }
  if (type.kind === 'models') return { array: member(js, 'rows'), types: [type.row] }
  if (type.kind === 'table')
    return {
      array: methodOf(global('Object'), expr.name === 'where' ? 'values' : 'entries', [js]),
      types: [keyType(env, expr, type), type.of],
    }
  return fail(expr.of, {
    code: 'type-mismatch',
    message: `\`${sourceOf(env, expr.of)}\` is ${showType(type)} and has no elements`,
  })
}

/** A key of the iterated table. */
function keyType(env: Env, expr: MethodCall, table: TypeOf<'table'>): Type {
  const path = tablePath(env, expr.of)
  return {
    kind: 'string',
    ...(table.keys ? { choices: table.keys } : {}),
    ...(path === undefined ? {} : { within: { keyOf: [path] } }),
  }
}

/** `xs.map(x, ...)`, `table.map(key, value, ...)` and their like. */
function each(env: Env, expr: MethodCall, walk: Walk): Value {
  const { array, types } = elements(env, expr, walk)
  const form = types.length === 2 ? `t.${expr.name}(key, value, ...)` : `xs.${expr.name}(x, ...)`
  const variables = expr.args.slice(0, -1)
  const body = expr.args.at(-1)
  if (!body || variables.length !== types.length)
    fail(expr, { code: 'wrong-arguments', message: `${expr.name} is written ${form}` })
  if (types.length === 2 && (expr.name === 'filter' || expr.name === 'unique'))
    fail(expr.at, {
      code: 'unknown-function',
      message: `a table has no ${expr.name}()`,
      hint: 'write t.map(key, value, ...)',
    })
  const names = variables.map(variable =>
    variable.kind === 'name'
      ? variable.name
      : fail(variable, {
          code: 'wrong-arguments',
          message: `expected a name: ${form}`,
        }),
  )
  const bindings = names.map((name, i): [string, Binding] => [
    name,
    { type: types[i]!, code: freshName(env, name) },
  ])
  const inner = inside(env, Object.fromEntries(bindings))
  const params = bindings.map(([, binding]) => String(binding.code))
  return walked(inner, expr, {
    array,
    params,
    of: types[0]!,
    body: body!,
    walk,
  })
}

interface Loop {
  array: Js
  params: readonly string[]
  of: Type
  body: Expr
  walk: Walk
}

function walked(env: Env, expr: MethodCall, { array, params, of, body, walk }: Loop): Value {
  if (expr.name === 'unique') {
    const key = lambda(params, textPiece(env, walk(env, body), body))
    return { ...helper('uniqueBy', [piece(array), key]), type: { kind: 'list', of } }
  }
  const run = (result: Piece): Piece =>
    piece(methodOf(array, WALKS[expr.name]!, [lambda(params, result).js]))
  if (expr.name === 'all' || expr.name === 'exists') return truthOf(run(condition(env, body, walk)))
  if (expr.name === 'filter')
    return { ...run(condition(env, body, walk)), type: { kind: 'list', of } }
  const value = present(env, walk(env, body))
  return { ...run(value), type: { kind: 'list', of: value.type } }
}

/** `records.where(owner == payer, ...)`: the fields are names. */
function where(env: Env, expr: MethodCall, walk: Walk): Value {
  const { array, types } = elements(env, expr, walk)
  const row = types.at(-1)!
  if (row.kind !== 'record' || expr.args.length === 0) {
    return fail(expr, {
      code: 'wrong-arguments',
      message: 'where() tests conditions on the fields of records',
      hint: 'write xs.filter(x, ...)',
    })
  }
  const param = freshName(env, 'row')
  const fields = Object.entries(row.fields).map(([name, field]): [string, Binding] => [
    name,
    { ...field, code: `${param}.${name}` },
  ])
  const inner = inside(
    env,
    Object.fromEntries(fields.filter(([name]) => /^[A-Za-z_]\w*$/.test(name))),
  )
  const tests = expr.args.map((arg): Piece => condition(inner, arg, walk))
  const test = tests.reduce((all, one) => joined('&&', [all, one]))
  return {
    ...piece(methodOf(array, 'filter', [lambda([param], test).js])),
    type: { kind: 'list', of: row },
  }
}

/**
 * The environment of an iteration's body: its variables, without facts about names that they hide.
 * Outer facts are asserted for TypeScript by `need`.
 */
function inside(env: Env, locals: Names): Env {
  const hidden = (fact: string): boolean => Object.hasOwn(locals, fact.split(/[.[]/)[0]!)
  const outer = new Set([...env.outer, ...env.facts].filter(fact => !hidden(fact)))
  return {
    ...env,
    locals: { ...env.locals, ...locals },
    facts: new Set(),
    outer,
    narrowed: seen(env.narrowed, hidden),
  }
}

/** The proven facts about paths that an iteration's variables do not hide. */
function seen(
  narrowing: Narrowing | undefined,
  hidden: (path: string) => boolean,
): Narrowing | undefined {
  if (!narrowing || narrowing === 'never') return narrowing
  return new Map(
    [...narrowing]
      .filter(([path]) => !hidden(path))
      .map(([path, { keyOf, ...rest }]) => [
        path,
        { ...rest, ...(keyOf ? { keyOf: keyOf.filter(table => !hidden(table)) } : {}) },
      ]),
  )
}

/** A variable's name in the code: its own, unless it would hide a name that the formula reads. */
function freshName(env: Env, name: string): string {
  const taken = new Set<string>()
  for (const [key, binding] of [...Object.entries(env.names), ...Object.entries(env.locals)]) {
    const root = key === name ? undefined : rootOf(binding)
    if (root !== undefined) taken.add(root)
  }
  return safeName(name, taken)
}
