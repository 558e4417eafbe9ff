/**
 * Compiles formulas to typed JavaScript expressions. The other folders of the generator call this
 * module.
 */
import { freeNames } from '../js/ask.ts'
import { noteSource } from '../js/written.ts'
import { attempt, fail, placeIn } from './fail.ts'
import { parse } from './parse.ts'
import { toJson } from './json.ts'
import { align, constant, unitOf } from './numbers.ts'
import { toMicro } from './amounts.ts'
import { choicesFit, comparable, showType } from './types.ts'
import { environment, helper, present, type Env, type Value } from './value.ts'
import { walk } from './walk.ts'
import type { Checked, Code, Field, Names, Text, Type } from '../types.ts'
import type { Expr } from './expr.ts'

/**
 * Type-checks and lowers a formula. With `expect` the value must have that type and be present;
 * with `json` it may be absent.
 */
export function lowerFormula(text: Text, names: Names, expect?: Type): Checked<Code | undefined> {
  return attempt(text, () => {
    const env = environment(text, names)
    const expr = parse(text.text)
    const value = walk(env, expr)
    return codeOf(env, expect ? expected(env, { expr, value, type: expect }) : settled(env, value))
  })
}

/** Lowers a price: one BigInt expression of whole micro-USD, rounded up once. */
export function lowerPrice(text: Text, names: Names): Checked<Code | undefined> {
  return attempt(text, () => {
    const env = environment(text, names)
    const expr = parse(text.text)
    const value = present(env, walk(env, expr))
    refuseUnpriced(expr, value)
    const code = codeOf(env, {
      ...toMicro(value),
      type: { kind: 'decimal', den: 1_000_000n, usd: true },
    })
    return value.negative ? { ...code, negative: true } : code
  })
}

function refuseUnpriced(expr: Expr, value: Value): void {
  if (value.type.kind !== 'integer' && value.type.kind !== 'decimal') {
    fail(expr, {
      code: 'type-mismatch',
      message: `a price is an amount in USD; this is ${showType(value.type)}`,
    })
  }
  if (unitOf(value) === 'count') {
    fail(expr, {
      code: 'unit-mismatch',
      message: 'a price is an amount in USD; this is a count',
      hint: 'multiply it by a rate',
    })
  }
}

/**
 * Reads a column that the row is known to have as present; other values that may be absent stay so.
 */
const settled = (env: Env, value: Value): Value =>
  value.absent?.need ? present(env, value) : value

/** The lowered code with the gathered facts. */
function codeOf(env: Env, value: Value): Code {
  noteSource(value.js, env.text.text)
  const code: Code = {
    js: value.js,
    type: value.type,
    uses: [...freeNames(value.js)].sort(),
    wait: env.gathered.wait,
    place: placeIn(env.text, { start: 0, end: env.text.text.length }),
    source: env.text.text,
  }
  if (value.absent) code.optional = true
  if (value.truth !== undefined) code.constant = value.truth
  if (value.provesModel) code.provesModel = true
  if (value.yes && value.yes.size > 0) code.proves = [...value.yes]
  if (value.whenTrue) code.narrows = value.whenTrue
  if (env.gathered.unproven.length > 0) code.unproven = env.gathered.unproven
  return code
}

interface Expected {
  expr: Expr
  value: Value
  type: Type
}

/** The value as the type that is expected. */
function expected(env: Env, { expr, value, type }: Expected): Value {
  if (type.kind === 'json') return toJson(value)
  const given = present(env, value)
  if (type.kind === 'string' && given.type.kind === 'json')
    return { ...helper('str', [given]), type }
  if (type.kind === 'decimal' && given.type.kind === 'integer')
    return {
      ...align([given, constant(1n, 1n)]).pieces[0]!,
      type: { kind: 'decimal', den: 1n },
    }
  if (type.kind === 'number' && (given.type.kind === 'integer' || given.type.kind === 'decimal'))
    return toJson(given)
  const fits =
    type.kind === given.type.kind && comparable(type, given.type) && choicesFit(type, given.type)
  if (fits) return given
  const hint =
    type.kind === 'boolean' && given.type.kind === 'json'
      ? 'JSON may have any type: compare it, `x == true`'
      : undefined
  const wanted = type.kind === 'boolean' ? 'a condition' : showType(type)
  return fail(expr, {
    code: 'type-mismatch',
    message: `expected ${wanted} but this is ${showType(given.type)}`,
    hint,
  })
}

/**
 * The names after a condition that held: the paths it proves (`Code.proves`) no longer need proof.
 * They are read through `need`, because TypeScript does not see the condition there.
 */
export function prove(names: Names, paths: readonly string[]): Names {
  const proven = { ...names }
  for (const path of paths) {
    const [root = '', ...members] = path.split('.')
    if (path.includes('[') || !Object.hasOwn(proven, root)) continue
    const binding = proven[root]!
    if (members.length === 0) proven[root] = { ...binding, need: true }
    else proven[root] = { ...binding, type: proveField(binding.type, members) }
  }
  return proven
}

function proveField(type: Type, [name = '', ...rest]: readonly string[]): Type {
  if (type.kind !== 'record' || !Object.hasOwn(type.fields, name)) return type
  const field = type.fields[name]!
  const proven: Field =
    rest.length === 0
      ? {
          ...field,
          ...(field.optional ? { need: true } : {}),
        }
      : { ...field, type: proveField(field.type, rest) }
  return { ...type, fields: { ...type.fields, [name]: proven } }
}
