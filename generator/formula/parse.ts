/** Parses formulas: a strict subset of CEL, one Pratt parser, limited in length and depth. */
import { attempt, fail } from './fail.ts'
import { stringValue, tokenize, type Token } from './tokens.ts'
import type { Checked, Text } from '../types.ts'
import type { Entry, Expr, Operator, Span } from './expr.ts'
import {
  MAX_DEPTH,
  type Cursor,
  peek,
  take,
  eat,
  shown,
  expect,
  wordHint,
  leftover,
  nested,
  sequence,
} from './cursor.ts'

/** The longest formula, in characters. */
export const MAX_LENGTH = 4000

const POWER: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['==', 3],
  ['!=', 3],
  ['<', 3],
  ['<=', 3],
  ['>', 3],
  ['>=', 3],
  ['in', 3],
  ['+', 4],
  ['-', 4],
  ['*', 5],
  ['/', 5],
])

/** The formula as a tree, or the problem at the exact wrong characters. */
export function parseFormula(text: Text): Checked<Expr | undefined> {
  return attempt(text, () => parse(text.text))
}

/**
 * Cached trees of parsed formulas: a formula that routes share is written once and lowered for each
 * of them.
 */
const parsed = new Map<string, Expr>()

const MOST_PARSED = 10_000

/**
 * Parses, stopping at the first mistake; for use inside `attempt`. The same text returns the same
 * tree, which must not be changed.
 */
export function parse(source: string): Expr {
  const known = parsed.get(source)
  if (known !== undefined) return known
  const expr = parseAnew(source)
  if (parsed.size >= MOST_PARSED) parsed.clear()
  parsed.set(source, expr)
  return expr
}

function parseAnew(source: string): Expr {
  const whole = { start: 0, end: source.length }
  if (source.length > MAX_LENGTH) {
    fail(whole, {
      code: 'formula-limit',
      message: `a formula has at most ${MAX_LENGTH} characters, this has ${source.length}`,
      hint: 'name parts of it with `let:`',
    })
  }
  if (source.trim() === '')
    fail(whole, { code: 'formula-syntax', message: 'this formula is empty' })
  const state: Cursor = { tokens: tokenize(source), at: 0, depth: 0 }
  const expr = binary(state, 1)
  if (peek(state).kind !== 'end') leftover(state)
  return expr
}

function binary(s: Cursor, power: number): Expr {
  return nested(s, () => {
    let left = unary(s)
    for (let links = 0; ; links++) {
      const op = peek(s)
      const own = POWER.get(op.text)
      if (own === undefined || own < power) return left
      if (links >= MAX_DEPTH)
        fail(op, {
          code: 'formula-limit',
          message: `more than ${MAX_DEPTH} operators in a row`,
          hint: 'name parts of it with `let:`',
        })
      take(s)
      const right = binary(s, own + 1)
      if (own === 3) refuseChain(left, op)
      left = {
        kind: 'binary',
        op: op.text as Operator,
        left,
        right,
        start: left.start,
        end: right.end,
      }
    }
  })
}

/** Refuses `a < b < c`, which would compare a boolean. Parenthesised comparisons are allowed. */
function refuseChain(left: Expr, op: Token): void {
  if (left.kind !== 'binary' || POWER.get(left.op) !== 3 || parenthesised.has(left)) return
  fail(op, {
    code: 'formula-syntax',
    message: 'comparisons cannot be chained',
    hint: 'write `a < b && b < c`',
  })
}

/** Nodes with brackets of their own. */
const parenthesised = new WeakSet<Expr>()

function unary(s: Cursor): Expr {
  const op = eat(s, '!') ?? eat(s, '-')
  if (!op) return member(s)
  const of = nested(s, () => unary(s))
  const span = { start: op.start, end: of.end }
  return op.text === '!' ? { kind: 'not', of, ...span } : { kind: 'minus', of, ...span }
}

function member(s: Cursor): Expr {
  let expr = primary(s)
  for (let links = 0; ; links++) {
    if (links > MAX_DEPTH)
      fail(peek(s), { code: 'formula-limit', message: `more than ${MAX_DEPTH} members in a row` })
    if (eat(s, '.')) expr = dotted(s, expr)
    else if (eat(s, '[')) {
      const key = binary(s, 1)
      expr = { kind: 'index', of: expr, key, start: expr.start, end: expect(s, ']').end }
    } else return expr
  }
}

function dotted(s: Cursor, of: Expr): Expr {
  const name = peek(s)
  if (name.kind !== 'name') {
    const hint = name.kind === 'end' ? undefined : 'write names with other characters as x["name"]'
    fail(name, {
      code: 'formula-syntax',
      message: `expected a name after \`.\` but found ${shown(name)}`,
      hint,
    })
  }
  take(s)
  const at = { start: name.start, end: name.end }
  if (!eat(s, '(')) return { kind: 'get', of, name: name.text, at, start: of.start, end: name.end }
  const args = sequence(s, ')', () => binary(s, 1))
  return { kind: 'call', name: name.text, of, args, at, start: of.start, end: expect(s, ')').end }
}

function primary(s: Cursor): Expr {
  const token = take(s)
  const span = { start: token.start, end: token.end }
  if (token.kind === 'number') return { kind: 'number', text: token.text, ...span }
  if (token.kind === 'seconds') return { kind: 'seconds', value: Number(token.text), ...span }
  if (token.kind === 'string') return { kind: 'string', value: stringValue(token), ...span }
  if (token.kind === 'name') return named(s, token, span)
  if (token.text === '(') return bracketed(s)
  if (token.text === '[') {
    const items = sequence(s, ']', () => binary(s, 1))
    return { kind: 'list', items, start: token.start, end: expect(s, ']').end }
  }
  if (token.text === '{') return mapping(s, token.start)
  s.at--
  return fail(token, {
    code: 'formula-syntax',
    message: `expected a value but found ${shown(token)}`,
  })
}

function bracketed(s: Cursor): Expr {
  const inner = binary(s, 1)
  expect(s, ')')
  parenthesised.add(inner)
  return inner
}

function named(s: Cursor, token: Token, span: Span): Expr {
  switch (token.text) {
    case 'true':
    case 'false':
      return { kind: 'boolean', value: token.text === 'true', ...span }
    case 'null':
      return { kind: 'null', ...span }
    case 'none':
      return { kind: 'none', ...span }
    case 'in':
      return fail(token, { code: 'formula-syntax', message: 'expected a value but found `in`' })
  }
  const word = peek(s).kind === 'end' || peek(s).kind === 'op' ? undefined : wordHint(token)
  if (word)
    fail(token, {
      code: 'formula-syntax',
      message: `formulas have no \`${token.text}\``,
      hint: word,
    })
  if (!eat(s, '(')) return { kind: 'name', name: token.text, ...span }
  const args = sequence(s, ')', () => binary(s, 1))
  return {
    kind: 'call',
    name: token.text,
    args,
    at: span,
    start: token.start,
    end: expect(s, ')').end,
  }
}

function mapping(s: Cursor, start: number): Expr {
  const entries = sequence(s, '}', () => entry(s))
  const twice = entries.find((e, i) => entries.findIndex(other => other.key === e.key) < i)
  if (twice)
    fail(twice.at, { code: 'formula-syntax', message: `\`${twice.key}\` is repeated here` })
  return { kind: 'map', entries, start, end: expect(s, '}').end }
}

function entry(s: Cursor): Entry {
  const key = take(s)
  if (key.kind !== 'name' && key.kind !== 'string') {
    fail(key, {
      code: 'formula-syntax',
      message: `expected a key but found ${shown(key)}`,
      hint: 'a map is written { name: value, "other name": value }',
    })
  }
  expect(s, ':')
  return {
    key: key.kind === 'string' ? stringValue(key) : key.text,
    at: { start: key.start, end: key.end },
    value: binary(s, 1),
  }
}
