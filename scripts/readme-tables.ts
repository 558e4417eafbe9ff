/**
 * Makes the README's tables from the settings, the catalog and the client programs of the tests,
 * and `catalog/REFERENCE.md` from the table of the language. `documents.ts` writes them.
 */
import { readFileSync } from 'node:fs'
import { referenceText } from '../generator/language/reference.ts'
import type { Catalog } from '../runtime/contract.ts'
import { COUNTED, READ, type Metric } from '../runtime/observe/table.ts'
import { SETTINGS } from '../runtime/settings/table.ts'
import { buyerRows } from '../test/e2e/buyers.ts'
import { formatted } from './formatted.ts'

const README = 'README.md'
/** Where the table of metrics is. */
export const RUNTIME = 'runtime/README.md'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** One row per setting. */
export function settingRows(): string[] {
  return SETTINGS.map(one => {
    const unset = one.needed
      ? `required${one.needed === 'always' ? '' : ` ${one.needed}`}`
      : one.default === undefined
        ? ''
        : `\`${one.default}\``
    return (
      `| \`${one.name}\` | ` +
      `${cell(unset.includes("'s ") ? unset.replaceAll('`', '') : unset)} | ` +
      `${cell(one.summary)} |`
    )
  })
}

/** One row per metric. */
function metricRows(): string[] {
  const all: Metric[] = [...Object.values(COUNTED), ...Object.values(READ)]
  return all.map(({ name, kind, help, labels }) => {
    const shown = labels.length === 0 ? name : `${name}{${labels.join(',')}}`
    return `| \`${shown}\` | ${kind} | ${cell(help)} |`
  })
}

/** The README of the runtime with its table of metrics, formatted. */
export const withMetrics = async (readme: string): Promise<string> =>
  formatted(RUNTIME, withRows(readme, /^\| Metric +\|/, metricRows()))

/** One row per upstream. */
export function upstreamRows(catalog: Pick<Catalog, 'upstreams'>): string[] {
  return Object.values(catalog.upstreams).map(({ env, source, base, settings = [] }) => {
    const names = ['KEY', 'URL', ...settings.map(name => name.toUpperCase())]
    return `| ${names.map(name => `\`${env}_${name}\``).join(', ')} | ${source}, \`${base}\` |`
  })
}

/** One row per client program, with the version that tests use. */
function clientRows(): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return buyerRows({ ...dependencies, ...devDependencies })
}

/** Replaces the rows of the table with this heading. Throws if there is no such table. */
function withRows(text: string, heading: RegExp, rows: readonly string[]): string {
  const lines = text.split('\n')
  const first = lines.findIndex(line => heading.test(line)) + 2
  if (first === 1) throw new Error(`no table ${heading}`)
  const after = lines.findIndex((line, place) => place >= first && !line.startsWith('|'))
  return [...lines.slice(0, first), ...rows, ...lines.slice(after)].join('\n')
}

/** Returns the README with new tables, formatted. Throws if a table is missing. */
export async function withTables(
  readme: string,
  catalog: Pick<Catalog, 'upstreams'>,
): Promise<string> {
  const settings = withRows(readme, /^\| Variable +\|/, settingRows())
  const upstreams = withRows(settings, /^\| Variables +\|/, upstreamRows(catalog))
  const clients = withRows(upstreams, /^\| Client +\|/, clientRows())
  return formatted(README, clients)
}

/** Where the reference of the catalog's language is written. */
export const REFERENCE = 'catalog/REFERENCE.md'

/** The reference of the catalog's language, formatted. */
export async function referencePage(): Promise<string> {
  return formatted(REFERENCE, referenceText())
}
