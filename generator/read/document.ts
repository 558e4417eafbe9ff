/** Parses one catalog file: turns its text into Raw with places. */
import { LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { CST, Node } from 'yaml'
import { collectDocs } from './comments.ts'
import { foreign } from './foreign.ts'
import { advise } from './hints.ts'
import { lineOf, lineStarts } from './lines.ts'
import { toRaw } from './raw.ts'
import type { ParseCache } from './parse-cache.ts'
import type { Checked, Problem, Raw, SourceFile } from '../types.ts'

/** A parsed file; `raw` is absent if the file is empty or could not be parsed. */
export interface ReadFile {
  path: string
  raw?: Raw
}

const memory = new Map<string, { text: string; read: Checked<ReadFile> }>()
let cache: ParseCache | undefined

/** From now on, also uses texts parsed by earlier commands. */
export function useParseCache(opened: ParseCache): void {
  cache = opened
}

/**
 * Parses a file, or returns a remembered result if this process (in memory) or an earlier one (in
 * the cache) has parsed the same text under the same path.
 */
export function readFile(file: SourceFile): Checked<ReadFile> {
  const known = memory.get(file.path)
  if (known?.text === file.text) return known.read
  const read = fromCache(file) ?? parseAndKeep(file)
  memory.set(file.path, { text: file.text, read })
  return read
}

function fromCache(file: SourceFile): Checked<ReadFile> | undefined {
  const raw = cache?.get(file)
  return raw && { value: { path: file.path, raw }, problems: [] }
}

function parseAndKeep(file: SourceFile): Checked<ReadFile> {
  const read = parse(file)
  const { raw } = read.value
  if (raw !== undefined && read.problems.length === 0) cache?.put(file, raw)
  return read
}

/** Parses a file, or a text that replaces one temporarily, without remembering the result. */
export function parse(file: SourceFile): Checked<ReadFile> {
  const strange = foreign(file.path, file.text)
  if (strange) return { value: { path: file.path }, problems: [strange] }
  const starts = lineStarts(file.text)
  // We check the uniqueness of keys ourselves: the parser's check is quadratic in the size of a
  // map.
  const document = parseDocument(file.text, {
    version: '1.2',
    keepSourceTokens: true,
    prettyErrors: false,
    lineCounter: new LineCounter(),
    uniqueKeys: false,
    merge: false,
  })
  const faults = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  if (faults[0])
    return { value: { path: file.path }, problems: [syntaxProblem(faults[0], file, starts)] }
  const problems: Problem[] = []
  const contents = document.contents as Node | null
  const token = (contents as { srcToken?: CST.Token } | null)?.srcToken
  if (!contents || (contents.range?.[0] === contents.range?.[1] && !token))
    return { value: { path: file.path }, problems }
  const raw = toRaw(
    contents,
    { path: file.path, text: file.text, docs: collectDocs(token, file.text, starts), problems },
    0,
  )
  return { value: { path: file.path, raw }, problems }
}

function syntaxProblem(fault: YAMLError, file: SourceFile, starts: readonly number[]): Problem {
  const line = lineOf(starts, Math.min(fault.pos[0], Math.max(0, file.text.length - 1)))
  const text = file.text.slice(starts[line]!, (starts[line + 1] ?? file.text.length + 1) - 1)
  const {
    start = Math.min(fault.pos[0], starts[line]! + text.length),
    end,
    ...words
  } = advise(fault, file.text, starts)
  const last = end ?? Math.max(start + 1, Math.min(fault.pos[1], starts[line]! + text.length))
  return { severity: 'error', place: { file: file.path, start, end: last }, ...words }
}
