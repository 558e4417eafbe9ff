/**
 * What `check` prints for the rules of the tables: severity, code, place, the text there, message,
 * hint and further places. `printed/CODE.txt` holds it; `UPDATE=1` rewrites it, so read the diff.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locator } from '../../generator/read/lines.ts'
import type { Place, Problem, SourceFile } from '../../generator/types.ts'

const FOLDER = 'test/checks/printed'
/** Longer texts are cut. */
const WIDTH = 60

/** Problems of catalog files, in the form of `printed/`. */
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

/** The parts of all files by their titles, each a code and a number. */
export function readPrinted(): ReadonlyMap<string, string> {
  const texts = readdirSync(FOLDER).map(name => readFileSync(join(FOLDER, name), 'utf8'))
  const parts = texts.flatMap(text => text.split(/^# /m).slice(1))
  return new Map(
    parts.map(part => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1).trimEnd()]
    }),
  )
}

/**
 * Rewrites the files, one for each code. Parts that were not found are kept, because a run may try
 * only some rules; with `all`, they are removed.
 */
export function writePrinted(found: ReadonlyMap<string, string>, { all }: { all: boolean }): void {
  const parts = all ? found : new Map([...readPrinted(), ...found])
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const files = new Map<string, string[]>()
  for (const [title, text] of parts) {
    const [code = ''] = title.split(' ')
    files.set(code, [...(files.get(code) ?? []), `# ${title}\n${text}\n`])
  }
  for (const [code, texts] of files) writeFileSync(join(FOLDER, `${code}.txt`), texts.join('\n'))
}
