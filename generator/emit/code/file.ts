/** Prints code files: imports, constants, types. Expressions are printed by `js/print.ts`. */
import { filled, print } from '../../js/print.ts'
import { WIDTH } from '../../js/words.ts'
import type { Js, Type } from '../../js/tree.ts'
import { type OutFile, code } from '../out-file.ts'
import type { Import } from './imports.ts'

/** A member of a printed interface. */
export interface Member {
  name: string
  type: string
  optional?: boolean
  doc?: string
}

/**
 * `of<arg>` between `before` and `after`; the argument has a line of its own where it is long. The
 * file imports `of`.
 */
export interface Generic {
  before?: string
  of: string
  arg: Type
  after?: string
}

/**
 * `export const name: type = value`, or `... = value satisfies type`; one that is the file's own is
 * not exported.
 */
export interface Constant {
  constant: string
  type?: string | Type | Generic
  satisfies?: Generic
  value: Js
  doc?: string
  isOwn?: boolean
}

/** A statement of a file: a declaration, or whole text that keeps its own layout. */
export type Statement =
  | string
  | Import
  | Constant
  | { alias: string; type: string; doc?: string }
  | { interface: string; extends?: string; members: readonly Member[]; doc?: string }

/** Prints one file from its statements. */
export type Print = (
  path: string,
  from: Iterable<string>,
  statements: readonly Statement[],
) => OutFile

/** Prints a file: an empty line between its statements, except between imports. */
export const printFile: Print = (path, from, statements) => {
  const texts = statements.map((one, i) => {
    const isRow = i > 0 && typeof one !== 'string' && 'from' in one
    return `${i === 0 ? '' : isRow ? '\n' : '\n\n'}${statementText(one)}`
  })
  return code(path, from, texts.join(''))
}

function statementText(one: Statement): string {
  if (typeof one === 'string') return one.trim()
  if ('from' in one) return importText(one)
  if ('constant' in one) return constantText(one)
  if ('alias' in one) return aliasText(one)
  const base = one.extends === undefined ? '' : ` extends ${one.extends}`
  const members = one.members.map(memberText).join('')
  return `${commentOf(one.doc, '')}export interface ${one.interface}${base} {\n${members}}`
}

function aliasText({ alias, type, doc }: { alias: string; type: string; doc?: string }): string {
  const own = alias.length + type.length > WIDTH - 16 ? ` \n    ${type}` : ` ${type}`
  return `${commentOf(doc, '')}export type ${alias} =${own}`
}

function memberText({ name, type, optional, doc }: Member): string {
  const own = type.startsWith('\n') ? type : ` ${type}`
  return `${commentOf(doc, '  ')}  ${name}${optional ? '?' : ''}:${own}\n`
}

/** `export const name: type = value`, with its doc comment. */
export function constantText({ constant, type, value, isOwn, doc, satisfies }: Constant): string {
  const start = `${isOwn ? '' : 'export '}const ${constant}`
  const before = `${start}${type === undefined ? '' : `: ${typeText(type, start.length)}`} = `
  const column = before.length - 1 - before.lastIndexOf('\n')
  const comment = doc === undefined ? '' : `${docText(doc)}\n`
  const after = satisfies === undefined ? '' : ` satisfies ${typeText(satisfies, 0)}`
  return `${comment}${before}${print(value, { indent: 0, column, tail: 0 })}${after}`
}

function typeText(type: string | Type | Generic, column: number): string {
  if (typeof type === 'string') return type
  if ('text' in type) return type.text
  const { before = '', of, arg, after = '' } = type
  const short = `${before}${of}<${arg.text}>${after}`
  const fits = column + short.length + ': = {'.length < WIDTH
  return fits ? short : `${before}${of}<\n  ${arg.text}\n>${after}`
}

/** An import, its names on one line where they fit. */
function importText({ from, names, types }: Import): string {
  const words = names.map(n => (n.type ? `type ${n.name}` : n.name))
  const start = `import ${types ? 'type ' : ''}{`
  const short = `${start} ${words.join(', ')} } from '${from}'`
  if (short.length <= WIDTH) return short
  return `${start}\n${filled(words, 2)}} from '${from}'`
}

/** A doc comment, safe inside `/** ... *\/`: one line where it fits. */
function docText(text: string): string {
  const words = safe(text)
    .split(/\s+/)
    .filter(word => word !== '')
  const line = `/** ${words.join(' ')} */`
  return line.length <= WIDTH ? line : `/**\n${rows(words, ' * ').join('\n')}\n */`
}

/** Words on lines that fit, each line behind `start`. */
export function rows(words: readonly string[], start: string, width = WIDTH): string[] {
  const found: string[] = []
  for (const word of words) {
    const last = found.at(-1)
    if (last !== undefined && last.length + word.length < width)
      found[found.length - 1] = `${last} ${word}`
    else found.push(start + word)
  }
  return found
}

const safe = (text: string): string => text.replaceAll('*/', '*\u200b/')

/** The comment above a declaration or a member, each paragraph on lines that fit. */
function commentOf(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const room = WIDTH - '  /**  */'.length
  if (!text.includes('\n') && text.length <= room) return `${indent}/** ${safe(text)} */\n`
  const lines = safe(text).split('\n')
  const words = lines.flatMap(one => rows(one.trim().split(/\s+/), ' * ', WIDTH - 2))
  return ['/**', ...words, ' */'].map(one => `${indent}${one.trimEnd()}\n`).join('')
}
