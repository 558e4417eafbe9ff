/**
 * JavaScript as a tree: formulas are lowered to it, and generated code is printed from it. Only
 * `print.ts` turns it into text.
 */

/** Operators between two values. */
export type Operator =
  | '??'
  | '||'
  | '&&'
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'

/** A member of an object literal. `note` is printed as a comment beside it. */
export type Member = { key: string; value: Js; note?: string | undefined } | { spread: Js }

/** Parameters of a function: one name, a list `([a, b])`, or members `({ a, b })`. */
export interface Parameters {
  form: 'one' | 'list' | 'members'
  names: readonly string[]
  /** The TypeScript type of the value whose members are read. */
  type?: Type
}

/** A type in TypeScript, and the names in it that a file imports. */
export interface Type {
  text: string
  uses: readonly string[]
}

/** An expression. */
export type Js =
  /** A name of the scope, a parameter, a `const` or an import. */
  | { kind: 'name'; name: string }
  /** A function of `runtime/formula.ts`. */
  | { kind: 'helper'; name: string }
  /** A name of the language: `Object`, `BigInt`, `Set`. */
  | { kind: 'global'; name: string }
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number | bigint }
  | { kind: 'word'; value: boolean | null | undefined }
  /** `of.name`; with `maybe` `of?.name`. */
  | { kind: 'member'; of: Js; name: string; maybe?: boolean }
  | { kind: 'index'; of: Js; key: Js }
  | { kind: 'call'; of: Js; args: readonly Js[]; isNew?: boolean }
  | { kind: 'unary'; op: '!' | '-' | 'await' | '...'; of: Js }
  | { kind: 'binary'; op: Operator; left: Js; right: Js }
  | { kind: 'choice'; test: Js; yes: Js; no: Js }
  /** `notes` are printed as comments beside the items. */
  | { kind: 'array'; items: readonly Js[]; notes?: readonly string[] }
  | { kind: 'object'; members: readonly Member[] }
  /** Texts and holes in turn; a hole is an expression. */
  | { kind: 'template'; parts: readonly (string | Js)[] }
  | { kind: 'arrow'; takes: Parameters; gives: Js | readonly Statement[]; waits?: boolean }
  /** `of as type`, a type that the file imports. */
  | { kind: 'as'; of: Js; type: string }

/** The expressions of one kind. */
export type JsOf<K extends Js['kind']> = Extract<Js, { kind: K }>

/** One case of a `switch`. `note` is printed as a comment beside it. */
export interface Case {
  value: string
  note?: string
  body: readonly Statement[]
}

/** A statement of a function's body. */
export type Statement =
  | { kind: 'const'; name: string; value: Js }
  /** `const { a, b } = of`. */
  | { kind: 'members'; names: readonly string[]; of: Js }
  | { kind: 'if'; test: Js; body: readonly Statement[] }
  | { kind: 'return'; value: Js }
  | { kind: 'throw'; value: Js }
  | { kind: 'switch'; on: Js; cases: readonly Case[]; otherwise: Statement }
  | { kind: 'note'; text: string }

/** A name of the scope, a parameter or a `const`. */
export const name = (text: string): Js => ({ kind: 'name', name: text })
/** A name of the language, such as `Object`. */
export const global = (text: string): Js => ({ kind: 'global', name: text })
/** A string. */
export const text = (value: string): Js => ({ kind: 'text', value })
/** A number; a bigint is one of the language's own. */
export const number = (value: number | bigint): Js => ({ kind: 'number', value })
/** `true`, `false`, `null` or `undefined`. */
export const word = (value: boolean | null | undefined): Js => ({ kind: 'word', value })
/** `[a, b]`. */
export const array = (items: readonly Js[]): Js => ({ kind: 'array', items })
/** `...of`. */
export const spread = (of: Js): Js => ({ kind: 'unary', op: '...', of })
/** `-of`. */
export const negative = (of: Js): Js => ({ kind: 'unary', op: '-', of })
/** `of(args)`. */
export const call = (of: Js, args: readonly Js[] = []): Js => ({ kind: 'call', of, args })
/** `left op right`. */
export const binary = (op: Operator, left: Js, right: Js): Js => ({
  kind: 'binary',
  op,
  left,
  right,
})
/** `test ? yes : no`. */
export const choice = (test: Js, yes: Js, no: Js): Js => ({ kind: 'choice', test, yes, no })

/** `of[key]`. */
export const index = (of: Js, key: Js): Js => ({ kind: 'index', of, key })

/** `of.name`, or `of?.name`. */
export const member = (of: Js, key: string, maybe = false): Js => ({
  kind: 'member',
  of,
  name: key,
  ...(maybe ? { maybe } : {}),
})

/** `of.name(args)`. */
export const method = (of: Js, key: string, args: readonly Js[]): Js => call(member(of, key), args)

/** `new Set(items)`. */
export const newSet = (items: Js): Js => ({
  kind: 'call',
  of: global('Set'),
  args: [items],
  isNew: true,
})

/** `name => gives`, or `([a, b]) => gives` for several names. */
export const lambda = (names: readonly string[], gives: Js): Js => ({
  kind: 'arrow',
  takes: { form: names.length === 1 ? 'one' : 'list', names },
  gives,
})

/** An object of members; those that are undefined are left out. */
export const object = (members: Readonly<Record<string, Js | undefined>>): Js => ({
  kind: 'object',
  members: Object.entries(members).flatMap(([key, value]) => (value ? [{ key, value }] : [])),
})

/** An object of these members. */
export const objectOf = (members: readonly Member[]): Js => ({ kind: 'object', members })

/** A dotted path such as `hooks.balanceOf`. */
export function path(dotted: string): Js {
  const [root = '', ...members] = dotted.split('.')
  return members.reduce((of, one) => member(of, one), name(root))
}

/** Any JSON value, or bigint, as an expression. Members that are undefined are left out. */
export function literal(value: unknown): Js {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number' || typeof value === 'bigint') return number(value)
  if (Array.isArray(value)) return array(value.map(literal))
  if (typeof value !== 'object' || value === null) return word(value as boolean | null | undefined)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return {
    kind: 'object',
    members: entries.map(([key, one]) => ({ key, value: literal(one) })),
  }
}
