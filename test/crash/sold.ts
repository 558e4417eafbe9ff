/** The sales lines of a gateway that was killed again and again, read from its store. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'

const DAY = 86_400_000

/** Reads the lines of the one store in a folder, which no process may use now. */
async function linesIn(dir: string): Promise<SaleLine[]> {
  const [name] = readdirSync(dir)
  const store = await createEmbeddedStore({ dir: join(dir, name!), clock: systemClock })
  try {
    const now = systemClock.now()
    const lines: SaleLine[] = []
    for await (const { line } of salesLines(store, { since: now - DAY, until: now + DAY }))
      lines.push(line)
    return lines
  } finally {
    await store.close()
  }
}

/**
 * Each wallet has bought one thing: it has one line of its charge, and before that at most the
 * lines of claims that died with their process. Together the lines say what the seller has earned.
 */
export async function expectLines(
  dir: string,
  sold: { purchases: number; earned: bigint },
): Promise<void> {
  const lines = await linesIn(dir)
  const charged = lines.filter(({ outcome }) => outcome === 'charged')
  expect(new Set(charged.map(({ wallet }) => wallet)).size).toBe(sold.purchases)
  expect(charged).toHaveLength(sold.purchases)
  expect(charged.reduce((sum, line) => sum + BigInt(line.charged), 0n)).toBe(sold.earned)
  for (const line of charged) {
    expect(line.transaction).toMatch(/^0x/)
    const mine = lines.filter(({ payment }) => payment === line.payment)
    expect(mine.at(-1)).toBe(line)
    expect(mine.slice(0, -1).filter(({ outcome }) => outcome !== 'failed')).toEqual([])
  }
}
