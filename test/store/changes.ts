/** What the tests of stores write. */
import type { Change, Store } from '../../runtime/store/store.ts'

/** A store under test. `pass` lets `ms` go by: by the injected clock, or really. */
export interface Subject {
  store: Store
  now(): number
  pass(ms: number): Promise<void>
  /**
   * How many times longer than written everything lasts here: more than 1 where time really goes
   * by, however busy the machine.
   */
  stretch?: number
  stop(): Promise<void>
}

/** Inserts a payment. */
export const insert = (
  key: string,
  doc: unknown = { key },
  more: { tag?: string; expires?: number } = {},
): Change => ({ do: 'insert', in: 'payments', key, doc, ...more })
/** Replaces a payment. */
export const replace = (
  key: string,
  version: number,
  doc: unknown,
  more: { tag?: string; expires?: number } = {},
): Change => ({ do: 'replace', in: 'payments', key, version, doc, ...more })
