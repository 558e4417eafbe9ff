/**
 * The book of a wallet that signs for others: one line of JSON for each authorization, before it is
 * signed, and for its end. Lines are only appended. What was signed on a day is read from it, so
 * that it survives restarts, and so that several bridges share one limit.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** An authorization about to be signed. Amounts are micro-USD as decimal text. */
export interface Claim {
  id: string
  /** Unix ms. */
  at: number
  state: 'claimed'
  amount: string
  tool: string
  payTo: string
  network: string
}

/**
 * How it ended: `paid` and `unpaid` as the gateway said, `refused` if it was not signed because of
 * the day's limit.
 */
export interface End {
  id: string
  at: number
  state: 'paid' | 'unpaid' | 'refused'
  transaction?: string
}

/** A job that a payment pays for once it is polled, with the payment for further polls. */
export interface Accepted {
  id: string
  at: number
  state: 'accepted'
  poll: string
  payment: unknown
  amount: string
  network: string
  /** When the payment lapses, Unix ms. */
  until: number
}

type Line = Claim | End | Accepted

const DAY = 86_400_000

/** A book in a file. */
export interface Book {
  /**
   * Notes a claim if the day, in UTC, has room for it, and returns what is left then; undefined if
   * it has not.
   */
  claim(claim: Claim, most: bigint): bigint | undefined
  end(end: End): void
  /** Notes that a payment has bought a job. */
  accept(job: Accepted): void
  /** The last payment of the job with this poll address. */
  accepted(poll: string): Accepted | undefined
  /** What was signed on the day of an instant. */
  spent(at: number): bigint
}

/** Opens a book; the file is made if there is none. Throws if it cannot be written. */
export function openBook(path: string): Book {
  mkdirSync(dirname(path), { recursive: true })
  append(path, '')
  const spent = (at: number, before?: string): bigint => spentOn(readLines(path), at, before)
  const end = (one: End): void => append(path, JSON.stringify(one))
  return {
    claim(claim, most) {
      append(path, JSON.stringify(claim))
      // Every bridge sees the claims before its own: of two that exceed the limit, the later is
      // refused.
      const left = most - spent(claim.at, claim.id) - BigInt(claim.amount)
      if (left >= 0n) return left
      end({ id: claim.id, at: claim.at, state: 'refused' })
      return undefined
    },
    end,
    accept: job => append(path, JSON.stringify(job)),
    accepted: poll =>
      readLines(path).findLast(
        (one): one is Accepted => one.state === 'accepted' && one.poll === poll,
      ),
    spent,
  }
}

/**
 * Appends a line in one write, and waits until it is on the disk. It begins with a line break, so
 * that a line that a crash cut short spoils no other.
 */
function append(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    if (line === '') return
    const text = `\n${line}\n`
    // On a full disk, only a part may be written, without an error.
    if (writeSync(file, text) < Buffer.byteLength(text))
      throw new Error(`${path} cannot be written`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The lines of the book. A truncated line is skipped: its payment was never signed. */
function readLines(path: string): readonly Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(text => {
      try {
        return text === '' ? [] : [JSON.parse(text) as Line]
      } catch {
        return []
      }
    })
}

/**
 * What was claimed on the day of an instant, before the claim `before` if there is one. Each
 * signed amount counts in full, because the bridge cannot know whether an open one will be charged.
 */
function spentOn(lines: readonly Line[], at: number, before: string | undefined): bigint {
  const refused = new Set(lines.flatMap(one => (one.state === 'refused' ? [one.id] : [])))
  const dayOf = (ms: number): number => Math.floor(ms / DAY)
  let sum = 0n
  for (const one of lines) {
    if (one.state !== 'claimed') continue
    if (one.id === before) break
    if (dayOf(one.at) === dayOf(at) && !refused.has(one.id)) sum += BigInt(one.amount)
  }
  return sum
}
