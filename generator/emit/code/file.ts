/** Prints code files: imports and types through ts-morph, constants through `js/print.ts`. */
import { print } from '../../js/print.ts'
import { WIDTH } from '../../js/words.ts'
import type { Js, Type } from '../../js/tree.ts'
import { type OutFile, code } from '../out-file.ts'
import { docText } from './comments.ts'
import { type Declaration, declarationTexts } from './declarations.ts'
import { brokenType } from './type-lines.ts'

/**
 * `of<arg>` between `before` and `after`; a long argument gets its own line. The file imports `of`.
 */
export interface Generic {
  before?: string
  of: string
  arg: Type
  after?: string
}

/**
 * `export const name: type = value`, or `... = value satisfies type`. A private constant is not
 * exported.
 */
export interface Constant {
  constant: string
  type?: string | Type | Generic
  satisfies?: Generic
  value: Js
  doc?: string
  isOwn?: boolean
}

/** A statement of a file: a declaration, or text that keeps its layout. */
export type Statement = string | Constant | Declaration

/** The text of a file of these statements. */
export type Print = (
  path: string,
  from: Iterable<string>,
  statements: readonly Statement[],
) => OutFile

/** Prints one file from its statements. */
export const printFile: Print = (path, from, statements) => {
  const declared = declarationTexts(statements.filter(isDeclaration)).values()
  const texts = statements.map(one => {
    if (typeof one === 'string') return one.trim()
    return isDeclaration(one) ? declared.next().value! : constantText(one)
  })
  return code(path, from, joined(statements, texts))
}

function isDeclaration(statement: Statement): statement is Declaration {
  return typeof statement !== 'string' && !('constant' in statement)
}

/** Statements with an empty line between them, except between imports. */
function joined(statements: readonly Statement[], texts: readonly string[]): string {
  const isImport = (one: Statement): boolean => typeof one !== 'string' && 'from' in one
  const gap = (i: number): string => (i === 0 ? '' : isImport(statements[i]!) ? '\n' : '\n\n')
  return texts.map((text, i) => gap(i) + text).join('')
}

/** `export const name: type = value`, with its doc comment. */
export function constantText({ constant, type, value, isOwn, doc, satisfies }: Constant): string {
  const start = `${isOwn ? '' : 'export '}const ${constant}`
  const room = WIDTH - `${start}: = {`.length - 1
  const before = `${start}${type === undefined ? '' : `: ${typeText(type, room)}`} = `
  const column = before.length - 1 - before.lastIndexOf('\n')
  const comment = doc === undefined ? '' : `${docText(doc)}\n`
  const after =
    satisfies === undefined
      ? ''
      : ` satisfies ${typeText(satisfies, WIDTH - '} satisfies '.length)}`
  return `${comment}${before}${print(value, { indent: 0, column, tail: 0 })}${after}`
}

/** A type on one line if it fits; otherwise its argument is on lines of its own. */
function typeText(type: string | Type | Generic, room: number): string {
  if (typeof type === 'string') return type
  if ('text' in type) return type.text
  const { before = '', of, arg, after = '' } = type
  const short = `${before}${of}<${arg.text}>${after}`
  return short.length <= room ? short : `${before}${of}<\n  ${brokenType(arg.text, 2)}\n>${after}`
}
