/**
 * Prints imports and types through ts-morph, in memory, without formatting or type checking.
 * ts-morph would parse given text again, which takes longer than everything else.
 */
import { createRequire } from 'node:module'
import type { Project, StatementStructures, ts, WriterFunction } from 'ts-morph'
import { filled } from '../../js/print.ts'
import { WIDTH } from '../../js/words.ts'
import { keyOf, remembered } from '../../memory.ts'
import { rows, safe } from './comments.ts'
import type { Import } from './imports.ts'
import { brokenType } from './type-lines.ts'

/** A member of a printed interface. */
export interface Member {
  name: string
  type: string
  optional?: boolean
  doc?: string
}

/** An import or a type. */
export type Declaration =
  | Import
  | { alias: string; type: string; doc?: string }
  | { interface: string; extends?: string; members: readonly Member[]; doc?: string }

type Library = typeof import('ts-morph')

/**
 * The texts of declarations without semicolons. Those that an earlier command has printed are not
 * printed again.
 */
export function declarationTexts(declarations: readonly Declaration[]): readonly string[] {
  if (declarations.length === 0) return []
  const key = `declarations ${keyOf(JSON.stringify(declarations))}`
  return remembered(key, () => printed(declarations))
}

function printed(declarations: readonly Declaration[]): string[] {
  const { library, project } = loaded()
  const statements = declarations.map(one => structure(one, library))
  const file = project.createSourceFile('declarations.ts', { statements })
  const node = file.compilerNode
  const texts = node.statements.map(one => declarationText(node, one, library.ts))
  file.forget()
  return texts
}

let known: { library: Library; project: Project } | undefined

/** ts-morph takes long to load, so it is loaded when something must be printed. */
function loaded(): { library: Library; project: Project } {
  if (known) return known
  const library = createRequire(import.meta.url)('ts-morph') as Library
  const project = new library.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: library.IndentationText.TwoSpaces,
      quoteKind: library.QuoteKind.Single,
    },
  })
  known = { library, project }
  return known
}

function structure(s: Declaration, { StructureKind }: Library): StatementStructures {
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

/** The name and type of an alias; one of them is broken if a line is too short for both. */
function aliasOf({ alias, type }: { alias: string; type: string }): { name: string; type: string } {
  const room = WIDTH - 'export type  = '.length - 1
  if (alias.length > room) return { name: brokenType(alias, 0, WIDTH - room), type }
  return { name: alias, type: alias.length + type.length > room ? `\n  ${type}` : type }
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
