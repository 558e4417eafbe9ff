/** Reads the tokens of a formula one after another, and reports the expected token. */
import { fail } from './fail.ts'
import type { Token } from './tokens.ts'

/** The deepest nesting of brackets, calls and operators. */
export const MAX_DEPTH = 100

const WORDS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  AND: '&&',
  OR: '||',
  is: '==',
  mod: '%',
}

/** The position in a formula. */
export interface Cursor {
  tokens: readonly Token[]
  at: number
  depth: number
}

/** The next token. */
export const peek = (s: Cursor): Token => s.tokens[s.at]!

/** Whether the next token is this operator or name. Texts differ from both by their quotes. */
const is = (s: Cursor, text: string): boolean => peek(s).text === text

/** Takes the next token. */
export const take = (s: Cursor): Token => s.tokens[s.at++]!

/** Takes the next token if it is this operator or name. */
export const eat = (s: Cursor, text: string): Token | undefined =>
  is(s, text) ? take(s) : undefined

/** A token as shown in problems. */
export const shown = (t: Token): string =>
  t.kind === 'end' ? 'the end of the formula' : `\`${t.text}\``

/** Takes this token, or fails. */
export function expect(s: Cursor, text: string): Token {
  return (
    eat(s, text) ??
    fail(peek(s), {
      code: 'formula-syntax',
      message: `expected \`${text}\` but found ${shown(peek(s))}`,
      hint: wordHint(peek(s)) ?? billHint(peek(s)),
    })
  )
}

/** Words of prices that formulas do not have. */
const BILL: readonly (readonly [RegExp, string])[] = [
  [/^(?:cents?|ct)$/i, 'amounts are in USD: 0.3 cents are 0.003'],
  [/^(?:usd|usdc|dollars?|eur)$/i, 'write only the number: amounts are in USD'],
  [/^(?:sec|second|min|minute|hour|day)s?$/i, 'durations are written 30s, 5m, 1h or 30d'],
  [/^(?:x|times)$/i, 'write `*`'],
  [/^(?:percent|pct)$/i, 'write a factor, such as `* 1.05` for 5 % more'],
]

const billHint = (token: Token): string | undefined =>
  BILL.find(([word]) => word.test(token.text))?.[1]

/** The formula's spelling for a word of another language. */
export function wordHint(token: Token): string | undefined {
  return Object.hasOwn(WORDS, token.text) ? `write \`${WORDS[token.text]}\`` : undefined
}

/** Fails on tokens after a whole formula. */
export function leftover(s: Cursor): never {
  const token = peek(s)
  return fail(token, {
    code: 'formula-syntax',
    message: `unexpected ${shown(token)}`,
    hint: wordHint(token) ?? billHint(token),
  })
}

/** Parses a nested part; refuses nesting that is too deep for a reader (and for the stack). */
export function nested<T>(s: Cursor, part: () => T): T {
  if (++s.depth > MAX_DEPTH)
    fail(peek(s), {
      code: 'formula-limit',
      message: `this is nested more than ${MAX_DEPTH} deep`,
      hint: 'name parts of it with `let:`',
    })
  const result = part()
  s.depth--
  return result
}

/** Parts with commas between them, up to a closing bracket. */
export function sequence<T>(s: Cursor, close: string, one: () => T): T[] {
  const items: T[] = []
  while (!is(s, close)) {
    items.push(one())
    if (!eat(s, ',')) break
  }
  return items
}
