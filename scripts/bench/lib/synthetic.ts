/**
 * Large catalogs for the generator: the real one, and as many made-up routes beside it as are asked
 * for.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './process.ts'

const PER_FILE = 100

/**
 * Nine of ten routes are reads of one line, as most of a catalog is; the tenth has a body, a gate
 * and a price of its own.
 */
function routes(file: number, count: number): string {
  const lines = [
    `- prefix: /api/v1/made-${file}`,
    '  like: paid_read',
    '  errors: predictions',
    '  networks: [base, testnet]',
    '  price: { usd: 0.0075 + fee, decimals: 4 }',
    '  upstream: predex.read',
    '  routes:',
  ]
  for (let i = 0; i < count; i++) {
    if (i % 10) lines.push(`    /things-${i}/{id}: Things number ${i} of group ${file}`)
    else
      lines.push(
        `    POST /orders-${i}:`,
        `      summary: Orders number ${i} of group ${file}`,
        '      challenge: after_gates',
        '      discovery: challenge',
        '      body: { text: string! 1..4000, copies: integer 1..10 = 1 }',
        '      gates:',
        '        - rule: body.copies < 9 || size(body.text) < 100',
        '          error: 400 Too much text for {body.copies} copies',
        `      price: { usd: body.copies * 0.00${1 + (i % 9)}, decimals: 6 }`,
        '      upstream: predex.send',
        `      examples: [{ body: { text: hello }, usd: 0.00${1 + (i % 9)} }]`,
      )
  }
  return lines.join('\n') + '\n'
}

/**
 * A copy of the project's catalog with `extra` more routes, in a folder of its own; `remove`
 * deletes it.
 */
export function syntheticCatalog(extra: number): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-catalog-'))
  cpSync(join(ROOT, 'catalog'), join(dir, 'catalog'), { recursive: true })
  mkdirSync(join(dir, 'generated'))
  mkdirSync(join(dir, 'catalog', 'made'))
  for (let file = 0; file * PER_FILE < extra; file++) {
    writeFileSync(
      join(dir, 'catalog', 'made', `group-${file}.routes.yaml`),
      routes(file, Math.min(PER_FILE, extra - file * PER_FILE)),
    )
  }
  return { dir, remove: () => rmSync(dir, { recursive: true }) }
}
