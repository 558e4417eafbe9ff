/**
 * Prints expressions and statements within 100 columns: on one line if that fits, otherwise broken
 * at arguments, members, operators, and after the arrow of a function.
 */
import { baseBind, beginsWithBrace, BIND, bindOf, operandBind, sidesOf } from './bind.ts'
import { isBlock } from './ask.ts'
import {
  callHead,
  flat,
  head,
  isShorthand,
  line,
  resultFlat,
  suffix,
  typed,
  unaryWord,
} from './flat.ts'
import { above, isShort, isShortMember, linesOfRows, noted, type Row } from './rows.ts'
import { keyText, quote, WIDTH } from './words.ts'
import type { Js, JsOf, Member, Operator, Statement } from './tree.ts'

/**
 * The start of a text: the indent of its lines, its column, and the columns that must stay free
 * after it.
 */
export interface At {
  indent: number
  column: number
  tail: number
}

const STEP = 2
const pad = (indent: number): string => ' '.repeat(indent)
const lastLine = (text: string): number => text.length - (text.lastIndexOf('\n') + 1)

/** Prints an expression that starts at `column`, on a line with this indent. */
export function print(js: Js, at: At): string {
  const short = flat(js)
  if (short !== undefined && at.column + short.length + at.tail <= WIDTH) return short
  return broken(js, at)
}

/** A whole `const` or `export const`; `before` is the text before its value. */
export function declared(before: string, value: Js, indent = 0): string {
  return before + print(value, { indent, column: indent + before.length, tail: 0 })
}

function broken(js: Js, at: At): string {
  switch (js.kind) {
    case 'member':
    case 'index':
      return `${bracketed(js.of, baseBind(js.of), at)}${suffix(js) ?? ''}`
    case 'call':
      return brokenCall(js, at)
    case 'unary':
      return behind(unaryWord(js.op), at, inner =>
        bracketed(js.of, operandBind(js.op, js.of), inner),
      )
    case 'binary':
      return brokenBinary(js, at)
    case 'choice':
      return brokenChoice(js, at)
    case 'array':
      return `[${items(js.items, at, js.notes)}]`
    case 'object':
      return `{\n${membersText(js.members, at.indent + STEP)}${pad(at.indent)}}`
    case 'arrow':
      return brokenArrow(js, at)
    default:
      // Texts, templates and names cannot be broken.
      return line(js)
  }
}

/** A text, followed by an expression on the same line. */
function behind(text: string, at: At, print: (inner: At) => string): string {
  return text + print({ ...at, column: at.column + text.length })
}

/** In brackets if its precedence is lower than required. */
function bracketed(js: Js, least: number, at: At): string {
  if (bindOf(js) >= least) return print(js, at)
  return `(${print(js, { ...at, column: at.column + 1, tail: at.tail + 1 })})`
}

function brokenCall(js: JsOf<'call'>, at: At): string {
  const short = callHead(js)
  const before =
    short !== undefined && at.column + short.length + 1 <= WIDTH
      ? short
      : (js.isNew ? 'new ' : '') + bracketed(js.of, baseBind(js.of), { ...at, tail: 1 })
  if (js.args.length === 0) return `${before}()`
  const column = before.includes('\n') ? lastLine(before) : at.column + before.length
  return `${before}(${items(js.args, { ...at, column })})`
}

/**
 * The items between two brackets: a single item is attached to them if it has brackets itself,
 * several get a line each, and short values share lines.
 */
function items(list: readonly Js[], at: At, notes?: readonly string[]): string {
  if (list.length === 0) return ''
  const inside = { ...at, column: at.column + 1, tail: at.tail + 1 }
  if (list.length === 1 && !notes && isHugged(list[0]!, at.column + 1))
    return print(list[0]!, inside)
  const indent = at.indent + STEP
  const rows = list.map((one, i): Row => ({
    text: `${print(one, { indent, column: indent, tail: 1 })},`,
    isShort: isShort(one),
    note: notes?.[i],
  }))
  return `\n${linesOfRows(rows, indent)}${pad(at.indent)}`
}

/** Whether the lines of an expression need no indent of their own between brackets. */
function isHugged(js: Js, column: number): boolean {
  if (js.kind === 'arrow')
    return isBlock(js.gives) || isHugged(js.gives, column + head(js).length + ' => '.length)
  if (js.kind === 'call') {
    const before = callHead(js)?.length
    return before !== undefined && js.args.length > 0 && column + before < WIDTH
  }
  return ['array', 'object', 'template', 'text'].includes(js.kind)
}

/** Words on as few lines as possible, each with its comma. */
export function filled(words: readonly string[], indent: number, width = WIDTH): string {
  return linesOfRows(
    words.map(word => ({ text: `${word},`, isShort: true })),
    indent,
    width,
  )
}

function membersText(members: readonly Member[], indent: number): string {
  const rows = members.map((one): Row => ({
    text: `${memberText(one, indent)},`,
    isShort: isShortMember(one),
    note: 'note' in one ? one.note : undefined,
  }))
  return linesOfRows(rows, indent)
}

function memberText(one: Member, indent: number): string {
  if ('spread' in one)
    return `...${bracketed(one.spread, BIND.unary, { indent, column: indent + 3, tail: 1 })}`
  if (isShorthand(one)) return one.key
  const key = `${keyText(one.key)}: `
  return `${key}${print(one.value, { indent, column: indent + key.length, tail: 1 })}`
}

const BROKEN_AT: ReadonlySet<Operator> = new Set(['??', '||', '&&', '+', '-', '*', '/'])

/** Breaks before `&&`, `||` and the like; comparisons break inside their sides. */
function brokenBinary(js: JsOf<'binary'>, at: At): string {
  if (!BROKEN_AT.has(js.op)) {
    const [[left, leastLeft], [right, leastRight]] = sidesOf(js) as [[Js, number], [Js, number]]
    const before = `${bracketed(left, leastLeft, { ...at, tail: js.op.length + 2 })} ${js.op} `
    const column = before.includes('\n') ? lastLine(before) : at.column + before.length
    return before + bracketed(right, leastRight, { ...at, column })
  }
  const [first, ...others] = operands(js)
  const indent = at.indent + STEP
  const column = indent + js.op.length + 1
  return [
    bracketed(...first!, { ...at, tail: 0 }),
    ...others.map((one, i) =>
      bracketed(...one, { indent, column, tail: i === others.length - 1 ? at.tail : 0 }),
    ),
  ].join(`\n${pad(indent)}${js.op} `)
}

/** The operands of a chain of the same operator, each with its required precedence. */
function operands(js: JsOf<'binary'>): [Js, number][] {
  const [left, right] = sidesOf(js) as [[Js, number], [Js, number]]
  const isRow = (side: Js): side is JsOf<'binary'> => side.kind === 'binary' && side.op === js.op
  return [
    ...(isRow(left[0]) ? operands(left[0]) : [left]),
    ...(js.op === '??' && isRow(right[0]) ? operands(right[0]) : [right]),
  ]
}

function brokenChoice({ test, yes, no }: JsOf<'choice'>, at: At): string {
  const indent = at.indent + STEP
  const inner = { indent, column: indent + 2, tail: at.tail }
  return [
    bracketed(test, BIND.choice + 1, { ...at, tail: 0 }),
    `? ${bracketed(yes, BIND.choice, inner)}`,
    `: ${bracketed(no, BIND.choice, inner)}`,
  ].join(`\n${pad(indent)}`)
}

function brokenArrow(js: JsOf<'arrow'>, at: At): string {
  const before = brokenHead(js, at)
  if (isBlock(js.gives))
    return `${before} => {\n${block(js.gives, at.indent + STEP)}${pad(at.indent)}}`
  const indent = at.indent + STEP
  const short = resultFlat(js.gives)
  if (short !== undefined && indent + short.length + at.tail <= WIDTH)
    return `${before} =>\n${pad(indent)}${short}`
  const column = (before.includes('\n') ? lastLine(before) : at.column + before.length) + 4
  if (beginsWithBrace(js.gives))
    return `${before} => (${print(js.gives, { ...at, column: column + 1, tail: at.tail + 1 })})`
  if (isHugged(js.gives, column)) return `${before} => ${print(js.gives, { ...at, column })}`
  return `${before} =>\n${pad(indent)}${print(js.gives, { ...at, indent, column: indent })}`
}

function brokenHead(js: JsOf<'arrow'>, at: At): string {
  const short = head(js)
  const type = typed(js.takes.type)
  const width = at.column + short.length - type.length + 6
  // A long type cannot be broken.
  if (js.takes.form !== 'members' || width <= WIDTH) return short
  const names = filled([...js.takes.names], at.indent + STEP)
  return `${js.waits ? 'async ' : ''}({\n${names}${pad(at.indent)}}${type})`
}

/** Statements, each on lines of its own, with the note before it. */
function block(statements: readonly Statement[], indent: number): string {
  let note: string | undefined
  let text = ''
  for (const one of statements) {
    if (one.kind !== 'note') text += `${statementText(one, indent, note)}\n`
    note = one.kind === 'note' ? one.text : undefined
  }
  return text
}

type JsIf = Extract<Statement, { kind: 'if' }>
type Acting = Exclude<Statement, { kind: 'note' }>

function statementText(one: Acting, indent: number, note?: string): string {
  if (one.kind === 'if') return ifText(one, indent, note)
  return noted(pad(indent) + plainText(one, indent), note, indent)
}

function plainText(one: Exclude<Acting, { kind: 'if' }>, indent: number): string {
  switch (one.kind) {
    case 'const':
      return declared(`const ${one.name} = `, one.value, indent)
    case 'members':
      return declared(`const { ${one.names.join(', ')} } = `, one.of, indent)
    case 'return':
    case 'throw':
      return declared(`${one.kind} `, one.value, indent)
    case 'switch':
      return switchText(one, indent)
  }
}

/**
 * A condition on one line needs no braces around a single `return`. The note of a longer one is
 * above it.
 */
function ifText({ test, body }: JsIf, indent: number, note: string | undefined): string {
  const condition = `${pad(indent)}if (${print(test, { indent, column: indent + 4, tail: 3 })})`
  const inner = block(body, indent + STEP)
  const braced = `${condition} {\n${inner}${pad(indent)}}`
  if (condition.includes('\n')) return above(note, indent) + braced
  const [first, ...others] = body
  if (first?.kind !== 'return' || others.length > 0) return noted(braced, note, indent)
  const only = flat(first.value)
  const whole = `${condition} return ${only}`
  const isWhole = only !== undefined && whole.length <= WIDTH
  return noted(isWhole ? whole : `${condition}\n${inner.trimEnd()}`, note, indent)
}

function switchText(one: Extract<Statement, { kind: 'switch' }>, indent: number): string {
  const inner = indent + STEP
  const cases = one.cases.map(({ value, note, body }) => {
    const head = noted(`${pad(inner)}case ${quote(value)}: {`, note, inner)
    return `${head}\n${block(body, inner + STEP)}${pad(inner)}}\n`
  })
  const otherwise = `${pad(inner)}default:\n${block([one.otherwise], inner + STEP)}`
  const on = print(one.on, { indent, column: indent + 8, tail: 3 })
  return `switch (${on}) {\n${cases.join('')}${otherwise}${pad(indent)}}`
}
