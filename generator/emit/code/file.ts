/**
 * Prints code files through ts-morph: one call a file, in memory, no formatting pass, no type
 * checker.
 */
import type { StatementStructures } from 'ts-morph'
import { type OutFile, code } from '../out-file.ts'
import type { Import } from './imports.ts'
import { WIDTH } from './layout.ts'

/** A member of a printed interface. */
export interface Member {
  name: string
  type: string
  optional?: boolean
  doc?: string
}

/** A statement of a file: a declaration, or whole text that keeps its own layout. */
export type Statement =
  | string
  | Import
  | { alias: string; type: string; doc?: string }
  | { interface: string; extends?: string; members: readonly Member[]; doc?: string }

/** Prints one file from its statements. */
export type Print = (
  path: string,
  from: Iterable<string>,
  statements: readonly Statement[],
) => OutFile

/** Loads ts-morph (slow, so only when something is generated) and returns the printer. */
export async function printer(): Promise<Print> {
  const { IndentationText, Project, QuoteKind, StructureKind } = await import('ts-morph')
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
    },
  })
  const structure = (s: Statement): StatementStructures | string => {
    if (typeof s === 'string') return s
    if ('from' in s)
      return {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier: s.from,
        isTypeOnly: s.types,
        namedImports: s.names.map(n => ({ name: n.name, isTypeOnly: n.type })),
      }
    if ('alias' in s)
      return {
        kind: StructureKind.TypeAlias,
        name: s.alias,
        type: s.type,
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
  return (path, from, statements) => {
    const file = project.createSourceFile(path, { statements: statements.map(structure) })
    const text = file.getFullText()
    file.forget()
    return code(path, from, tidy(text))
  }
}

/** `export const name: Type = text` under its doc comment. */
export function constant({
  doc,
  name,
  type,
  text,
}: {
  doc: string
  name: string
  type: string
  text: string
}): string {
  return `${docText(doc)}\nexport const ${name}: ${type} = ${text}`
}

/** An object or list of ready lines. */
export function lines(open: '{' | '[', list: readonly string[]): string {
  return `${open}\n${list.join('\n')}\n${open === '{' ? '}' : ']'}`
}

/** A doc comment in one line, safe inside `/** ... *\/`. */
export function docText(text: string): string {
  return `/** ${text.replaceAll('*/', '*\u200b/').replace(/\s+/g, ' ').trim()} */`
}

function docs(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : [text.replaceAll('*/', '*\u200b/')]
}

/** No semicolons, no empty lines in a row, no import longer than a line can be. */
function tidy(text: string): string {
  return withoutSemicolons(text)
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^import .{126,}$/gm, filled)
}

/** An import statement with its names filling several lines. */
function filled(statement: string): string {
  const [, head, names, from] = /^(import (?:type )?\{) (.*) (\} from '.*')$/.exec(statement) ?? []
  if (head === undefined || names === undefined || from === undefined) return statement
  const rows: string[] = []
  for (const name of names.split(', ')) {
    const row = rows.at(-1)
    if (row === undefined || row.length + name.length > WIDTH) rows.push(`  ${name},`)
    else rows[rows.length - 1] = `${row} ${name},`
  }
  return [head, ...rows, from].join('\n')
}

/** The structures print semicolons; the project's style has none. Comment lines keep theirs. */
function withoutSemicolons(text: string): string {
  return text.replace(/^(?!\s*(?:\*|\/\/|\/\*)).*;$/gm, line => line.slice(0, -1))
}
