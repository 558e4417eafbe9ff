/** Prints an expression on one line. */
import { baseBind, beginsWithBrace, BIND, bindOf, operandBind, sidesOf } from './bind.ts'
import { isBlock } from './ask.ts'
import { isPlainKey, keyText, numberText, quote, templateText } from './words.ts'
import type { Js, JsOf, Member, Parameters, Type } from './tree.ts'

const known = new WeakMap<Js, string | undefined>()

/** The expression on one line; undefined if it contains statements or comments. */
export function flat(js: Js): string | undefined {
  if (known.has(js)) return known.get(js)
  const text = print(js)
  known.set(js, text)
  return text
}

/** The expression on one line. Throws if it contains statements. */
export function line(js: Js): string {
  const text = flat(js)
  if (text === undefined) throw new Error(`a ${js.kind} does not fit on one line`)
  return text
}

function print(js: Js): string | undefined {
  switch (js.kind) {
    case 'member':
    case 'index':
      return joined([within(js.of, baseBind(js.of)), suffix(js)])
    case 'call':
      return joined([callHead(js), '(', listed(js.args.map(flat)), ')'])
    case 'unary':
      return joined([unaryWord(js.op), within(js.of, operandBind(js.op, js.of))])
    case 'as':
      return joined([within(js.of, BIND.equal), ` as ${js.type}`])
    case 'binary': {
      const [left, right] = sidesOf(js).map(([side, least]) => within(side, least))
      return joined([left, ` ${js.op} `, right])
    }
    case 'choice':
      return joined([
        within(js.test, BIND.choice + 1),
        ' ? ',
        within(js.yes, BIND.choice),
        ' : ',
        within(js.no, BIND.choice),
      ])
    case 'array':
      return js.notes ? undefined : joined(['[', listed(js.items.map(flat)), ']'])
    case 'object':
      return js.members.length === 0
        ? '{}'
        : joined(['{ ', listed(js.members.map(memberFlat)), ' }'])
    case 'arrow':
      return isBlock(js.gives) ? undefined : joined([`${head(js)} => `, resultFlat(js.gives)])
    default:
      return word(js)
  }
}

function word(js: JsOf<'name' | 'helper' | 'global' | 'text' | 'number' | 'word' | 'template'>) {
  switch (js.kind) {
    case 'text':
      return quote(js.value)
    case 'number':
      return numberText(js.value)
    case 'word':
      return String(js.value)
    case 'template':
      return `\`${js.parts.map(part => (typeof part === 'string' ? templateText(part) : `\${${line(part)}}`)).join('')}\``
    default:
      return js.name
  }
}

const joined = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join('')

const listed = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join(', ')

function within(js: Js, least: number): string | undefined {
  const text = flat(js)
  return text !== undefined && bindOf(js) < least ? `(${text})` : text
}

/** The result of an arrow function, in brackets if it begins with the brace of an object. */
export function resultFlat(js: Js): string | undefined {
  const text = flat(js)
  return text !== undefined && beginsWithBrace(js) ? `(${text})` : text
}

function memberFlat(one: Member): string | undefined {
  if ('spread' in one) return joined(['...', within(one.spread, BIND.unary)])
  if (one.note !== undefined) return undefined
  return isShorthand(one) ? one.key : joined([keyText(one.key), ': ', flat(one.value)])
}

/** Whether a member is written as its name alone. */
export function isShorthand(one: { key: string; value: Js }): boolean {
  return one.value.kind === 'name' && one.value.name === one.key && isPlainKey(one.key)
}

/** The text before the brackets of a call. */
export function callHead(js: JsOf<'call'>): string | undefined {
  return joined([js.isNew ? 'new ' : '', within(js.of, baseBind(js.of))])
}

/** `.name`, `?.name`, `['other name']` or `[key]`. */
export function suffix(js: JsOf<'member' | 'index'>): string | undefined {
  if (js.kind === 'index') return joined(['[', flat(js.key), ']'])
  const maybe = js.maybe ? '?.' : ''
  return isPlainKey(js.name) ? `${maybe || '.'}${js.name}` : `${maybe}[${quote(js.name)}]`
}

/** A unary operator, with the space after it. */
export const unaryWord = (op: string): string => (op === 'await' ? 'await ' : op)

/** The text before the body of an arrow function. */
export function head({ takes, waits }: JsOf<'arrow'>): string {
  return `${waits ? 'async ' : ''}${parametersText(takes)}`
}

function parametersText({ form, names, type }: Parameters): string {
  if (form === 'one') return names[0]!
  if (form === 'list') return `([${names.join(', ')}])`
  return names.length === 0 ? '()' : `({ ${names.join(', ')} }${typed(type)})`
}

/** `: Type`, as it follows a declared name; empty without a type. */
export const typed = (type: Type | undefined): string => (type ? `: ${type.text}` : '')
