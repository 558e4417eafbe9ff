/** Splits formulas into tokens, with hints for syntax of other languages. */
import { fail } from './fail.ts'
import type { Span } from './expr.ts'

/** One word or sign of a formula. */
export interface Token extends Span {
  kind: 'number' | 'seconds' | 'string' | 'name' | 'op' | 'end'
  text: string
}

const SPACE = /\s+/y
const NUMBER = /\d+(?:\.\d+)?/y
const NAME = /[A-Za-z_]\w*/y
const OPERATOR = /&&|\|\||[<>=!]=|[<>!.,:+\-*/()[\]{}]/y
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y
const DURATION = /[smhd](?!\w)/y
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Splits a formula. Stops at the first character that is not part of any formula. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < source.length;) {
    const space = match(SPACE, source, at)
    if (space === undefined) {
      const token = tokenAt(source, at)
      tokens.push(token)
      at = token.end
    } else at += space.length
  }
  return [...tokens, { kind: 'end', text: '', start: source.length, end: source.length }]
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

function tokenAt(source: string, start: number): Token {
  refuseForeign(source, start)
  const number = match(NUMBER, source, start)
  if (number !== undefined) return numberAt(source, start, number)
  for (const [kind, pattern] of [
    ['string', STRING],
    ['name', NAME],
    ['op', OPERATOR],
  ] as const) {
    const text = match(pattern, source, start)
    if (text !== undefined) return { kind, text, start, end: start + text.length }
  }
  return fail(
    { start, end: start + 1 },
    {
      code: 'formula-syntax',
      message: `a formula cannot contain ${JSON.stringify(source[start])}`,
    },
  )
}

function numberAt(source: string, start: number, text: string): Token {
  const end = start + text.length
  const unit = match(DURATION, source, end)
  if (unit !== undefined && !text.includes('.')) {
    return { kind: 'seconds', text: String(Number(text) * SECONDS[unit]!), start, end: end + 1 }
  }
  const rest = match(/[\w.]+|,\d[\d.,]*/y, source, end)
  if (rest === undefined) return { kind: 'number', text, start, end }
  return fail(
    { start, end: end + rest.length },
    { code: 'bad-number', message: `${text}${rest} is not a number`, hint: numberHint(rest, text) },
  )
}

function numberHint(rest: string, before: string): string {
  // Two arguments or members may be intended: `min(1,5)`.
  if (rest.startsWith(',')) return `${commaHint(before + rest)}; write a blank between two numbers`
  if (rest.startsWith('_')) return 'write the digits without underscores'
  if (/^e\d*$/i.test(rest)) return 'numbers have no exponents; write all digits'
  if (rest === '.') return 'write digits on both sides of the point'
  if (rest.startsWith('n')) return 'every number is exact; leave out the n'
  return 'a name cannot begin with a digit; a text needs quotes'
}

/** The correct spelling of a number with commas, such as `1,5` or `1,000`. */
export function commaHint(number: string): string {
  const digits = number.replaceAll(/[.,]/g, '')
  if (number.includes('.')) return 'a number has one point and no comma'
  const isThousands = /^[1-9]\d{0,2}(,\d{3})+$/.test(number)
  const point = number.replace(',', '.')
  if (number.indexOf(',') !== number.lastIndexOf(','))
    return isThousands ? `write ${digits}` : 'a number has no commas'
  return isThousands
    ? `write ${digits}, or ${point} where the comma is a decimal one`
    : `decimals are written with a point: ${point}`
}

/** Signs of mathematics and typography, as formulas write them. */
const KEYBOARD: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '×': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '—': '-',
}

/** Syntax of other languages, with its spelling here. The first match at a place is used. */
const FOREIGN: readonly [RegExp, string, string | undefined | ((text: string) => string)][] = [
  [/[≤≥≠×÷−–—]/y, 'formulas have no `{}`', text => `write \`${KEYBOARD[text]!}\``],
  [/[!=]==/y, 'formulas have no `{}`', 'write `==` or `!=`'],
  [
    /(?<=\.\w+\(\s*\w+\s*)=>|(?<=^\s*(\w+)\s*)=>(?=.*\b\1\b)/y,
    'formulas have no `=>`',
    'write `xs.map(x, ...)`',
  ],
  [/=[<>!]/y, 'formulas have no `{}`', text => `write \`${text[1]!}=\``],
  [/[<>!=]\s+=/y, 'formulas have no `{}`', text => `write \`${text[0]!}=\` without a blank`],
  [
    /=~|!~/y,
    'formulas have no patterns',
    'use `pattern` in a schema, or startsWith, endsWith, contains',
  ],
  [/=(?!=)/y, 'a formula cannot assign', 'compare with `==`'],
  [/\?\?/y, 'formulas have no `??`', 'write `first(a, b)`'],
  [/\?\./y, 'formulas have no `?.`', 'write `has(a) && a.b ...`, or `first(a.b, default)`'],
  [/\?/y, 'formulas have no `? :`', 'write `choose(test, a, b)`'],
  [/%/y, 'formulas have no `%`', 'write a factor, such as `* 1.05` for 5 % more'],
  [/\*\*|\^/y, 'formulas have no powers', undefined],
  [/&(?!&)/y, 'formulas have no `&`', 'write `&&`'],
  [/\|(?!\|)/y, 'formulas have no `|`', 'write `||`'],
  [/<>/y, 'formulas have no `<>`', 'write `!=`'],
  [/\+\+|--(?=\s*$)|[+\-*/]=/y, 'formulas have no `{}`', 'a formula cannot assign'],
  [/\.\.\./y, '`...` is not allowed inside a formula', 'spread in the tree: `...: =x`'],
  [/(?<=[\w\])])\.\d+/y, 'positions are written in brackets', 'write xs[0]'],
  [/\.\d/y, 'a number needs a digit before the point', 'write 0.5'],
  [
    /\/\/|\/\*|#/y,
    'a formula cannot contain comments',
    'put the comment on its own line, after `#`',
  ],
  [/['"]/y, 'this text has no closing quote', undefined],
  [/\$(?=\d)/y, 'a number has no currency sign', 'write only the number: amounts are in USD'],
  [/`|\$/y, 'formulas have no `{}`', 'texts are written in single or double quotes'],
  [/[‘’“”]/y, 'these are typographic quotes', 'use \' or "'],
  [/;/y, 'a formula is a single expression', 'name parts of it with `let:`'],
]

/** Characters that begin no foreign syntax: most of a formula need not be tried. */
const OWN = /[\w()[\]{},:]/

function refuseForeign(source: string, start: number): void {
  if (OWN.test(source[start]!)) return
  if (match(STRING, source, start) !== undefined) return
  for (const [pattern, message, hint] of FOREIGN) {
    const text = match(pattern, source, start)
    if (text !== undefined) {
      fail(
        { start, end: start + text.length },
        {
          code: 'formula-syntax',
          message: message.replace('{}', text),
          hint: typeof hint === 'function' ? hint(text) : hint,
        },
      )
    }
  }
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** The value of a string token. */
export function stringValue(token: Token): string {
  return token.text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|.)/g, (whole, escape: string, at: number) => {
      if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      const start = token.start + 1 + at
      return (
        ESCAPES[escape] ??
        fail(
          { start, end: start + 2 },
          {
            code: 'formula-syntax',
            message: `\`${whole}\` is not an escape`,
            hint: 'offered are \\n \\t \\r \\\\ \\\' \\" and \\u0041',
          },
        )
      )
    })
}
