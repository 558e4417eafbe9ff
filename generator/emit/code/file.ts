/**
 * Prints code files: imports and types through ts-morph (one call per file, in memory, without
 * formatting or type checking), constants through `js/print.ts`. ts-morph would parse given text
 * again, which takes longer than everything else.
 */
import { createRequire } from 'node:module'
import type { StatementStructures, ts, WriterFunction } from 'ts-morph'
import { filled, print } from '../../js/print.ts'
import { WIDTH } from '../../js/words.ts'
import type { Js, Type } from '../../js/tree.ts'
import { type OutFile, code } from '../out-file.ts'
import type { Import } from './imports.ts'
import { brokenType } from './type-lines.ts'

/** A member of a printed interface. */
export interface Member {
  name: string
  type: string
  optional?: boolean
  doc?: string
}

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

/** An import or a type. */
type Declaration =
  | Import
  | { alias: string; type: string; doc?: string }
  | { interface: string; extends?: string; members: readonly Member[]; doc?: string }

/** Prints one file from its statements. */
export type Print = (
  path: string,
  from: Iterable<string>,
  statements: readonly Statement[],
) => OutFile

/** Loads ts-morph (slow, so only when files are generated) and returns the printer. */
export function printer(): Print {
  const { IndentationText, Project, QuoteKind, StructureKind, ts } = createRequire(import.meta.url)(
    'ts-morph',
  ) as typeof import('ts-morph')
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
    },
  })
  const structure = (s: Declaration): StatementStructures => {
    if ('from' in s)
      return {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier: s.from,
        isTypeOnly: s.types,
        namedImports: namesOf(s),
      }
    if ('alias' in s)
      return {
        kind: StructureKind.TypeAlias,
        ...aliasOf(s),
        isExported: true,
        docs: docs(s.doc),
      }
    return {
      kind: StructureKind.Interface,
      name: s.interface,
      isExported: true,
      docs: docs(s.doc),
      extends: s.extends === undefined ? [] : [s.extends],
      properties: s.members.map(m => ({
        name: m.name,
        type: m.type,
        hasQuestionToken: m.optional === true,
        docs: docs(m.doc),
      })),
    }
  }
  const textsOf = (path: string, declarations: readonly Declaration[]): string[] => {
    if (declarations.length === 0) return []
    const file = project.createSourceFile(path, { statements: declarations.map(structure) })
    const node = file.compilerNode
    const texts = node.statements.map(one => declarationText(node, one, ts))
    file.forget()
    return texts
  }
  return (path, from, statements) => {
    const declared = textsOf(path, statements.filter(isDeclaration)).values()
    const texts = statements.map(one => {
      if (typeof one === 'string') return one.trim()
      return isDeclaration(one) ? declared.next().value! : constantText(one)
    })
    return code(path, from, joined(statements, texts))
  }
}

/** The name and type of an alias; one of them is broken if a line is too short for both. */
function aliasOf({ alias, type }: { alias: string; type: string }): { name: string; type: string } {
  const room = WIDTH - 'export type  = '.length - 1
  if (alias.length > room) return { name: brokenType(alias, 0, WIDTH - room), type }
  return { name: alias, type: alias.length + type.length > room ? `\n  ${type}` : type }
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

/** The names of an import, on one line where they fit. */
function namesOf({ from, names, types }: Import): string[] | WriterFunction {
  const words = names.map(n => (n.type ? `type ${n.name}` : n.name))
  const short = `import ${types ? 'type ' : ''}{ ${words.join(', ')} } from '${from}'`
  return short.length <= WIDTH
    ? words
    : writer => void writer.newLine().write(filled(words, 0, WIDTH - 2))
}

type Syntax = typeof ts

/** A declaration as ts-morph prints it, without semicolons: the project's style has none. */
function declarationText(file: ts.SourceFile, one: ts.Statement, syntax: Syntax): string {
  const ends = [one.end, ...(syntax.isInterfaceDeclaration(one) ? one.members : []).map(m => m.end)]
  let [text, from] = ['', one.pos]
  for (const end of ends.sort((a, b) => a - b)) {
    text += file.text.slice(from, file.text[end - 1] === ';' ? end - 1 : end)
    from = end
  }
  // A type that begins on its own line has a space before it.
  return syntax.isInterfaceDeclaration(one) ? text.trim().replaceAll(' \n', '\n') : text.trim()
}

/** A doc comment, safe inside `/** ... *\/`: one line where it fits. */
function docText(text: string): string {
  const words = safe(text)
    .split(/\s+/)
    .filter(word => word !== '')
  const line = `/** ${words.join(' ')} */`
  return line.length <= WIDTH ? line : `/**\n${rows(words, ' * ').join('\n')}\n */`
}

/** Words on lines that fit, each line after `start`. */
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

function docs(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : [docBody(text)]
}

/** The body of a comment for ts-morph, each paragraph on lines that fit. */
function docBody(text: string): string {
  const room = WIDTH - '  /**  */'.length
  if (!text.includes('\n') && text.length <= room) return safe(text)
  const lines = safe(text).split('\n')
  return `\n${lines.flatMap(one => rows(one.trim().split(/\s+/), '', WIDTH - 5)).join('\n')}`
}
