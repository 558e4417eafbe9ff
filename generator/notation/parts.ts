/**
 * Splits a field or column into parts: `<type>[!] [min..max] [= default]`, each with its place in
 * the text.
 */
import { fail } from '../formula/fail.ts'
import type { Span } from '../formula/expr.ts'

/** A part as written, without blanks around it. */
export interface Part extends Span {
  text: string
}

/** A field or column, split. */
export interface Parts {
  type: Part
  required: boolean
  range?: Part
  fallback?: Part
}

/** Splits a field or column, stopping at an unknown part; for use inside `attempt`. */
export function partsOf(source: string): Parts {
  const equals = source.indexOf('=')
  const head = equals < 0 ? source : source.slice(0, equals)
  const range = /(?:^|[\s!])([^\s!]*\.\.[^\s]*)\s*$/.exec(head)
  const before = range
    ? head.slice(0, head.length - range[0].length + (range[0].startsWith('!') ? 1 : 0))
    : head
  const named = trimmed(before, 0)
  const required = named.text.endsWith('!')
  const type = required ? trimmed(before.slice(0, named.end - 1), 0) : named
  if (type.text === '')
    fail(
      { start: 0, end: source.length },
      {
        code: 'bad-field',
        message: 'this has no type',
        hint: range ? `write e.g. integer ${range[1]!}` : 'write e.g. string! or integer 1..10 = 1',
      },
    )
  if (type.text.includes('!')) {
    const at = type.start + type.text.indexOf('!')
    fail(
      { start: at, end: at + 1 },
      {
        code: 'bad-field',
        message: '`!` must follow the type directly',
        hint: rangeHint(type.text) ?? 'write e.g. integer! 1..10',
      },
    )
  }
  return {
    type,
    required,
    ...(range
      ? { range: { text: range[1]!, ...spanOf(head.lastIndexOf(range[1]!), range[1]!) } }
      : {}),
    ...(equals < 0 ? {} : { fallback: fallbackOf(source, equals, required) }),
  }
}

/** The hint for `integer 1-30`: a range with another sign between its ends. */
export function rangeHint(text: string): string | undefined {
  const [, type, from, to] = RANGE.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const kind = /\./.test(from + to) ? 'number' : 'integer'
  return `ranges are written with two points: ${type || kind} ${from}..${to}`
}

const RANGE =
  /^(?:([A-Za-z_]\w*(?:\[\])?!?)\s*)?\b(\d+(?:\.\d+)?)\s*(?:-|–|—|to|\.{3}|…)\s*(\d+(?:\.\d+)?)$/

function fallbackOf(source: string, equals: number, required: boolean): Part {
  if (required) {
    fail(
      { start: equals, end: source.length },
      {
        code: 'bad-field',
        message: 'a required field or column (`!`) has no default',
        hint: 'leave out the `!` or the default',
      },
    )
  }
  const part = trimmed(source.slice(equals + 1), equals + 1)
  if (part.text === '')
    fail(
      { start: equals, end: equals + 1 },
      {
        code: 'bad-field',
        message: 'the default is missing here',
        hint: 'write "" for an empty text',
      },
    )
  return part
}

/** A text without the blanks around it, and its place. */
export function trimmed(text: string, offset: number): Part {
  const start = offset + text.length - text.trimStart().length
  return { text: text.trim(), ...spanOf(start, text.trim()) }
}

const spanOf = (start: number, text: string): Span => ({ start, end: start + text.length })

/** The choices of `a | b | c`. */
export function choicesOf(type: Part): readonly string[] {
  let at = type.start
  const parts = type.text.split('|').map(piece => {
    const part = trimmed(piece, at)
    at += piece.length + 1
    return { ...part, text: unquoted(part.text) }
  })
  const odd = parts.find(part => part.text === '' || /\s/.test(part.text))
  if (odd)
    fail(odd.end > odd.start ? odd : type, {
      code: 'bad-field',
      message: 'choices are single words',
      hint: 'write a | b | c',
    })
  const twice = parts.find((part, i) => parts.findIndex(other => other.text === part.text) < i)
  if (twice) fail(twice, { code: 'bad-field', message: `\`${twice.text}\` is repeated here` })
  return parts.map(part => part.text)
}

/** A text without the quotes around it. */
export function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text
}
