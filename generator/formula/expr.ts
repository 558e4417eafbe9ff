/** The nodes of a parsed formula. Each has the characters `[start, end)` of its formula. */

/** Characters `[start, end)` of the formula's text. */
export interface Span {
  start: number
  end: number
}

/** Operators that compare. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='
/** Operators between two values. */
export type Operator = '&&' | '||' | 'in' | '+' | '-' | '*' | '/' | Comparison

/** A named part of a map literal. */
export interface Entry {
  key: string
  at: Span
  value: Expr
}

/** One node of a formula. */
export type Expr = Span &
  /** `text` is the number as written: digits with at most one point. */
  (
    | { kind: 'number'; text: string }
    /** `30d`, in seconds. */
    | { kind: 'seconds'; value: number }
    | { kind: 'string'; value: string }
    | { kind: 'boolean'; value: boolean }
    | { kind: 'null' }
    | { kind: 'none' }
    | { kind: 'name'; name: string }
    /** `of.name`; `at` is the name's own place. */
    | { kind: 'get'; of: Expr; name: string; at: Span }
    | { kind: 'index'; of: Expr; key: Expr }
    /** `name(args)` or `of.name(args)`. */
    | { kind: 'call'; name: string; of?: Expr; args: readonly Expr[]; at: Span }
    | { kind: 'list'; items: readonly Expr[] }
    | { kind: 'map'; entries: readonly Entry[] }
    | { kind: 'not'; of: Expr }
    | { kind: 'minus'; of: Expr }
    | { kind: 'binary'; op: Operator; left: Expr; right: Expr }
  )

/** The members of `Expr` of one kind. */
export type ExprOf<K extends Expr['kind']> = Extract<Expr, { kind: K }>
