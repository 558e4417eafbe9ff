/**
 * `generate`: compiles the catalog to files; with `--check` it only reports whether they are up to
 * date.
 */
import { counted } from '../problems/counted.ts'
import { relative } from 'node:path'
import type { CatalogIR } from '../ir.ts'
import { drift, removal, straysIn } from '../write/drift.ts'
import { isCurrent, knownHashes, noteFiles } from '../write/known.ts'
import { FAILED, OK, type Options, type Terminal } from './options.ts'
import { isWarned, run, summary } from './run.ts'

/**
 * Returns exit code 0 if the files are up to date or were written. An error in the catalog, or a
 * warning with `--strict`, leaves the files untouched.
 */
export async function generate(options: Options, terminal: Terminal): Promise<number> {
  const result = run(options, terminal)
  if (options.format === 'pretty')
    terminal.out(`${result.errors + result.warnings > 0 ? '\n' : ''}${summary(result)}\n`)
  if (!result.catalog || isWarned(result, options)) return FAILED
  const known = knownHashes(result.catalog.sources)
  if (known && isCurrent(known, options.out)) return upToDate(known.size, options, terminal)
  return options.check
    ? compare(result.catalog, options, terminal)
    : write(result.catalog, options, terminal)
}

async function filesOf(
  catalog: CatalogIR,
): Promise<ReadonlyMap<string, { path: string; text: string; from: readonly string[] }>> {
  const { generate: emit } = await import('../generate.ts')
  const files = await emit(catalog)
  noteFiles(catalog.sources, files)
  return files
}

/** The folder has the files that would be made. */
function upToDate(count: number, options: Options, terminal: Terminal): number {
  const dir = shownDir(options.out)
  terminal.out(
    options.check
      ? `${dir}/ is up to date: ${counted(count, 'file')}\n`
      : `${dir}/: 0 files written, ${count} unchanged\n`,
  )
  return OK
}

async function write(catalog: CatalogIR, options: Options, terminal: Terminal): Promise<number> {
  const start = performance.now()
  const files = await filesOf(catalog)
  const { write: writeFiles } = await import('../write/write.ts')
  const done = writeFiles(files, options.out)
  const deleted = done.deleted.length > 0 ? [`${done.deleted.length} deleted`] : []
  const parts = [
    `${counted(done.written.length, 'file')} written`,
    ...deleted,
    `${done.unchanged} unchanged`,
  ]
  terminal.out(
    `${shownDir(options.out)}/: ${parts.join(', ')} ` +
      `(${((performance.now() - start) / 1000).toFixed(2)} s)\n` +
      strayText(straysIn(files, options.out), options.out),
  )
  return OK
}

/** What to do about files that `generate` leaves in its folder; empty without such files. */
function strayText(strays: readonly string[], dir: string): string {
  return strays.length === 0
    ? ''
    : `${counted(strays.length, 'other file')} left, because \`generate\` deletes only what it ` +
        `made. If nobody needs them: ${removal(strays, dir)}\n`
}

async function compare(catalog: CatalogIR, options: Options, terminal: Terminal): Promise<number> {
  const files = await filesOf(catalog)
  const found = drift(files, options.out)
  if (found.clean) return upToDate(files.size, options, terminal)
  const list = (word: string, paths: readonly string[]): string[] =>
    paths.map(path => `${word} ${shownDir(options.out)}/${path}`)
  const lines = [
    ...list('differs: ', found.changed),
    ...list('missing: ', found.missing),
    ...list('left over:', [...found.orphaned, ...found.strays]),
  ]
  const mend = found.mend.map(command => `fix with: ${command}`)
  terminal.out([...lines, ...(found.hunk ? ['', found.hunk] : []), '', ...mend, ''].join('\n'))
  return FAILED
}

function shownDir(dir: string): string {
  return relative('.', dir) || '.'
}
