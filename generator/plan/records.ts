/** Compares the kinds of records that wallets own: their fields, lease and time of keeping. */
import type { CatalogIR } from '../ir.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'
import { differencesText, writtenAt } from './written.ts'

/** A finding for each kind of records that is gone, or that differs. */
export function recordFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const gone = old.records.filter(({ name }) => now.records.every(one => one.name !== name))
  return [...gone.map(({ name }) => goneFinding(name)), ...changedFindings(old, now)]
}

function goneFinding(name: string): Finding {
  const subject = `records ${name}`
  const message =
    `${subject} are gone: what wallets own of them is not found any more, and their on_removed ` +
    'no longer runs'
  return finding({ id: 'records-removed', subject, message })
}

function changedFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  return now.records.flatMap(({ name, place }) => {
    const was = old.records.find(one => one.name === name)
    const said = was && differencesText(writtenAt(old, was.place), writtenAt(now, place), name)
    if (!said) return []
    const subject = `records ${name}`
    return [finding({ id: 'records-changed', subject, message: `records ${said}`, place })]
  })
}
