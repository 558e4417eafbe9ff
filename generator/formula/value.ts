/** Types of a compilation: a part of a formula with its type and proven facts. */
import { called, helperOf, type Piece } from './code.ts'
import type { Js } from '../js/tree.ts'
import { fail } from './fail.ts'
import type { Expr, Span } from './expr.ts'
import { allOf, restrict, type Narrowing } from './within.ts'
import type { Binding, Names, Problem, Text, Type } from '../types.ts'

/**
 * The unit of a number. `usd`: dollars. `count`: a quantity. `any`: contains a number written in
 * the formula, so it can be either.
 */
export type Unit = 'usd' | 'count' | 'any'

/**
 * An exact number as BigInt: `rest * factor`, or the factor alone. Its denominator is that of the
 * value's type.
 */
export interface Exact {
  factor: bigint
  rest?: Piece
}

/** A lowered part of a formula. */
export interface Value extends Piece {
  type: Type
  /** It may be undefined when evaluated; `name` is the path that must be proven. */
  absent?: { name: string; at: Span; need: boolean; never?: boolean }
  /** Numbers: the BigInt form, the unit, and whether a subtraction may make it negative. */
  exact?: Exact
  unit?: Unit
  negative?: boolean
  /** JSON: the value at the start of a chain of members, and the members. */
  chain?: { of: Piece; keys: readonly Piece[] }
  /** Conditions: their constant result; the paths present if it holds, and if it does not. */
  truth?: boolean
  yes?: ReadonlySet<string>
  no?: ReadonlySet<string>
  provesModel?: boolean
  /** Conditions: the possible texts if it holds, and if it does not. */
  whenTrue?: Narrowing
  whenFalse?: Narrowing
  /** Lists written in the formula: their elements. */
  elements?: readonly { expr: Expr; value: Value }[]
  /** Lists joined by `+`: the code between the brackets. */
  parts?: readonly Js[]
}

/** The facts that one compilation gathers. */
export interface Gathered {
  wait: boolean
  unproven: Problem[]
}

/** Nothing gathered yet. */
export const nothingGathered = (): Gathered => ({
  wait: false,
  unproven: [],
})

/** The environment of a part of a formula. */
export interface Env {
  text: Text
  names: Names
  /** Variables of `map`, `all` and the like. */
  locals: Names
  /** Paths known to be present here; those of `outer` are asserted for TypeScript by `need`. */
  facts: ReadonlySet<string>
  outer: ReadonlySet<string>
  /**
   * The possible texts here, by the conditions around; `never` if these cannot all hold, so that
   * this part is never evaluated.
   */
  narrowed?: Narrowing | undefined
  gathered: Gathered
}

/** Starts a compilation. */
export function environment(text: Text, names: Names): Env {
  return {
    text,
    names,
    locals: {},
    facts: new Set(),
    outer: new Set(),
    gathered: nothingGathered(),
  }
}

/** A call of a helper of `runtime/formula.ts`. */
export function helper(name: string, args: readonly Piece[]): Piece {
  return called(helperOf(name), args)
}

/** The binding of a name: a variable first, then the names of the scope. */
export function bindingOf(env: Env, name: string): Binding | undefined {
  if (Object.hasOwn(env.locals, name)) return env.locals[name]
  return Object.hasOwn(env.names, name) ? env.names[name] : undefined
}

/**
 * The environment with further facts, for the right side of `&&` and `||` and the branches of
 * `choose`.
 */
export function withFacts(
  env: Env,
  facts: ReadonlySet<string> | undefined,
  narrowing?: Narrowing,
): Env {
  const more = facts && facts.size > 0 ? { ...env, facts: new Set([...env.facts, ...facts]) } : env
  return narrowing ? { ...more, narrowed: allOf(env.narrowed, narrowing) } : more
}

/** The value of a path, narrowed by the conditions around it. */
export function valueAt(env: Env, expr: Expr, value: Value): Value {
  if (value.type.kind !== 'string' || !env.narrowed || env.narrowed === 'never') return value
  const path = pathOf(expr)
  const within = path === undefined ? undefined : env.narrowed.get(path)
  return within ? { ...value, type: restrict(value.type, within) } : value
}

/** The value, which must be present; reports it otherwise. */
export function present(env: Env, value: Value): Value {
  if (!value.absent) return value
  // The BigInt form and the chain of members were made from the bare expression.
  const { absent, exact: _exact, chain: _chain, ...rest } = value
  if (absent.need) return { ...rest, ...helper('need', [value]) }
  const byDefault = `default it, \`first(${absent.name}, ...)\``
  // `has()` asks for a path, and a call is none.
  const isCall = absent.name.endsWith(')')
  return fail(absent.at, {
    code: 'maybe-absent',
    message: `${absent.name} may be absent here`,
    hint: isCall ? byDefault : `prove it, \`has(${absent.name}) && ...\`, or ${byDefault}`,
  })
}

/** The canonical text of a path such as `body.image_url`; undefined for other expressions. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name
  if (expr.kind === 'get') {
    const of = pathOf(expr.of)
    return of === undefined ? undefined : `${of}.${expr.name}`
  }
  if (expr.kind !== 'index') return undefined
  const of = pathOf(expr.of)
  const key =
    expr.key.kind === 'string'
      ? JSON.stringify(expr.key.value)
      : expr.key.kind === 'number'
        ? expr.key.text
        : pathOf(expr.key)
  return of === undefined || key === undefined ? undefined : `${of}[${key}]`
}

/** The source characters of a part. */
export const sourceOf = (env: Env, span: Span): string => env.text.text.slice(span.start, span.end)

/** A condition. */
export const truthOf = (piece: Piece, more: Partial<Value> = {}): Value => ({
  ...piece,
  type: { kind: 'boolean' },
  ...more,
})

/** A value of a type. */
export const plain = (js: Js, type: Type): Value => ({ js, type })
