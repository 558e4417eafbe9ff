/**
 * The documents that `npm run generate` makes beside `generated/`: the tables in README.md,
 * `catalog/REFERENCE.md` the README of
 * `runtime/payments`, the table of metrics in that of `runtime`, and the
 * dashboard and alert rules of these metrics.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { upstreams } from '../generated/upstreams.ts'
import { alertRules, dashboard, OBSERVE } from './observe-documents.ts'
import { PAYMENTS, paymentsReadme } from './payments-readme.ts'
import { REFERENCE, referencePage, RUNTIME, withMetrics, withTables } from './readme-tables.ts'

/**
 * Writes each document that has changed; with `isCheck` reports it instead.
 * @returns whether all documents are, or now are, up to date
 */
export async function settleDocuments(isCheck: boolean): Promise<boolean> {
  const documents = {
    'README.md': await withTables(read('README.md'), { upstreams }),
    [REFERENCE]: await referencePage(),
    [PAYMENTS]: await paymentsReadme(),
    [RUNTIME]: await withMetrics(read(RUNTIME)),
    [`${OBSERVE}/alerts.yaml`]: await alertRules(),
    [`${OBSERVE}/dashboard.json`]: dashboard(),
  }
  const changed = Object.entries(documents).filter(([name, text]) => read(name) !== text)
  for (const [name, text] of changed) {
    if (isCheck) console.error(`${name} is not up to date: run "npm run generate"`)
    else {
      writeFileSync(fileOf(name), text)
      console.log(`${name} written`)
    }
  }
  return changed.length === 0 || !isCheck
}

const fileOf = (name: string): URL => new URL(`../${name}`, import.meta.url)

function read(name: string): string {
  const file = fileOf(name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
