/**
 * What `check` prints for the rules of the tables: severity, code, place, the text there, message,
 * hint and further places. `printed.txt` holds it; `UPDATE=1` rewrites it, so read the diff.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { locator } from '../../generator/read/lines.ts'
import type { Place, Problem, SourceFile } from '../../generator/types.ts'

const PATH = 'test/checks/printed.txt'
/** Longer texts are cut. */
const WIDTH = 60

/** Problems of catalog files, in the form of `printed.txt`. */
export function printed(problems: readonly Problem[], files: readonly SourceFile[]): string {
  const find = locator(files)
  const at = ({ file, start, end }: Place): string => {
    const { line, col } = find(file, start)
    const text = files.find(({ path }) => path === file)?.text.slice(start, end) ?? ''
    const [first = '', ...more] = text.slice(0, WIDTH).split('\n')
    const cut = more.length > 0 || text.length > WIDTH ? `${first.trimEnd()} ...` : first
    return `${file.replace('catalog/', '')}:${line}:${col} \`${cut}\``
  }
  return problems
    .map(({ severity, code, place, message, hint, also = [] }) =>
      [
        `${severity}[${code}] ${at(place)}: ${message}`,
        ...(hint === undefined ? [] : [`  help: ${hint.replaceAll('\n', '\n    ')}`]),
        ...also.map(one => `  also ${at(one.place)}: ${one.label}`),
      ].join('\n'),
    )
    .join('\n')
}

/** The parts of `printed.txt` by their titles. */
export function readPrinted(): ReadonlyMap<string, string> {
  const parts = readFileSync(PATH, 'utf8').split(/^# /m).slice(1)
  return new Map(
    parts.map(part => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1).trimEnd()]
    }),
  )
}

/** Rewrites `printed.txt`. */
export const writePrinted = (parts: ReadonlyMap<string, string>): void =>
  writeFileSync(PATH, [...parts].map(([title, text]) => `# ${title}\n${text}\n`).join('\n'))
