/** The settings tables of the README, made from the settings and the catalog. `npx tsx scripts/readme-tables.ts` prints them. */
import type { Catalog } from '../runtime/contract.ts'
import { SETTINGS } from '../runtime/settings/table.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** A row of each setting. */
export function settingRows(): string[] {
  return SETTINGS.map((one) => {
    const unset = one.needed ? `needed ${one.needed}` : one.default === undefined ? '' : `\`${one.default}\``
    return `| \`${one.name}\` | ${cell(unset.includes("'s ") ? unset.replaceAll('`', '') : unset)} | ${cell(one.summary)} |`
  })
}

/** A row of each supplier. */
export function upstreamRows(catalog: Pick<Catalog, 'upstreams'>): string[] {
  return Object.values(catalog.upstreams).map(({ env, source, base }) => `| \`${env}_KEY\`, \`${env}_URL\` | ${source}, \`${base}\` |`)
}

if (process.argv[1] === import.meta.filename) {
  const { catalog } = await import('../generated/index.ts')
  console.log([...settingRows(), '', ...upstreamRows(catalog)].join('\n'))
}
