/** Compares the kinds of records that wallets own: their fields, lease and time of keeping. */
import type { CatalogIR } from '../ir.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'
import { differencesText, writtenAt } from './written.ts'

/** A finding for each kind of records that both catalogs have and that differs. */
export function recordFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  return now.records.flatMap(({ name, place }) => {
    const was = old.records.find(one => one.name === name)
    const said = was && differencesText(writtenAt(old, was.place), writtenAt(now, place), name)
    if (!said) return []
    const subject = `records ${name}`
    return [finding({ id: 'records-changed', subject, message: `records ${said}`, place })]
  })
}
