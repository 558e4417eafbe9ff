/** Prompt caching: an upstream remembers how long prompts begin, until its memory is cleaned. */
import { createHash } from 'node:crypto'
import type { Turn } from './asked.ts'
import { countTokens, tokensOf } from './tokens.ts'

/** What an upstream remembers between requests. */
export type Shelf = Map<string, unknown>

/** Tokens of a prompt that were read from the cache, and those that were written to it. */
export interface Cached {
  read: number
  written: number
}

/** Shorter prompts are not cached. */
const LEAST_CACHED = 1024
const STEP = 128
const KEPT = 200_000
const NOTHING: Cached = { read: 0, written: 0 }

function prefixes(shelf: Shelf): Set<string> {
  const known = (shelf.get('prefixes') as Set<string> | undefined) ?? new Set<string>()
  if (known.size > KEPT) known.clear()
  shelf.set('prefixes', known)
  return known
}

/**
 * Automatic caching: the prompt's beginning, in steps of 128 tokens. Written tokens are not
 * reported.
 */
export function cachedByItself(
  shelf: Shelf,
  prompt: { model: string; text: string; tokens: number },
): Cached {
  if (prompt.tokens < LEAST_CACHED) return NOTHING
  const [known, tokens, hash] = [
    prefixes(shelf),
    tokensOf(prompt.text),
    createHash('sha256').update(prompt.model),
  ]
  let read = 0
  for (let end = STEP; end <= tokens.length; end += STEP) {
    hash.update(tokens.slice(end - STEP, end).join(' '))
    if (end < LEAST_CACHED) continue
    const digest = hash.copy().digest('base64')
    if (known.has(digest)) read = end
    known.add(digest)
  }
  return { read: Math.min(read, prompt.tokens), written: 0 }
}

/**
 * Caching at the breakpoints of a prompt: what stands before the longest known one is read, the
 * rest up to the last is written.
 */
export function cachedAsAsked(
  shelf: Shelf,
  prompt: { model: string; turns: readonly Turn[] },
): Cached {
  const [known, hash] = [prefixes(shelf), createHash('sha256').update(`marked ${prompt.model}`)]
  let [tokens, read, last] = [0, 0, 0]
  for (const turn of prompt.turns) {
    hash.update(JSON.stringify([turn.role, turn.text]))
    tokens += tokensOfTurn(turn)
    if (!turn.keep || tokens < LEAST_CACHED) continue
    const digest = hash.copy().digest('base64')
    if (known.has(digest)) read = tokens
    known.add(digest)
    last = tokens
  }
  return { read, written: last - read }
}

const PER_TURN = 4
const PER_IMAGE = 85

/** What a turn adds to the prompt, in tokens. */
export const tokensOfTurn = ({ text, images }: Turn): number =>
  PER_TURN + countTokens(text) + PER_IMAGE * images
