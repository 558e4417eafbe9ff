/**
 * Remembers what compilations have built and found out, for later ones: of this process, and of
 * later commands where the memory is kept in a file. The key of a value names everything that the
 * value depends on. The file can be deleted at any time.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { notedSources, noteSource } from './js/written.ts'
import type { Js } from './js/tree.ts'
import { replaceFile } from './write/replace.ts'

/**
 * The most values to remember: those of many small catalogs, or of one with thousands of routes.
 */
const MOST = 20_000
/** A value stays in the file for as many commands that add something and do not use it. */
const UNUSED_FOR = 6

interface Entry {
  value: unknown
  /** The number of the last command that used it. */
  used: number
}

interface Stored {
  version: string
  command: number
  entries: [key: string, entry: Entry][]
  /** The formulas of expressions in the values. */
  sources: [expression: Js, source: string][]
}

let entries = new Map<string, Entry>()
let command = 1
let isNew = false
/** Whether everything is remembered that this command has built. */
let isWhole = true

/** The value of a key; undefined if none is known. */
export function recall<T>(key: string): T | undefined {
  const found = entries.get(key)
  if (!found) return undefined
  put(key, found.value)
  return found.value as T
}

/** Notes the value of a key. It must be plain data and is never changed later. */
export function remember(key: string, value: unknown): void {
  put(key, value)
  isNew = true
  if (entries.size > MOST) forgetOldest()
}

/** Puts a value behind all others, because it is the last used one. */
function put(key: string, value: unknown): void {
  entries.delete(key)
  entries.set(key, { value, used: command })
}

function forgetOldest(): void {
  const [key, { used }] = entries.entries().next().value!
  entries.delete(key)
  if (used === command) isWhole = false
}

/** What `make` found earlier for the same key, or finds now. */
export function remembered<T>(key: string, make: () => T): T {
  const known = recall<{ made: T }>(key)
  if (known) return known.made
  const made = make()
  remember(key, { made })
  return made
}

/** A short key for a long text. */
export const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Reads what earlier commands of the same `version` have kept in a file. Returns a function that
 * writes it back if something is new, unless that is too much, and throws the errors of the file
 * system.
 */
export function keepMemory({ path, version }: { path: string; version: string }): () => void {
  const stored = read(path, version)
  if (stored) {
    entries = new Map(stored.entries)
    command = stored.command + 1
    for (const [expression, source] of stored.sources) noteSource(expression, source)
  }
  return () => {
    if (isNew && isWhole) write(path, version)
  }
}

function read(path: string, version: string): Stored | undefined {
  try {
    const stored = deserialize(readFileSync(path)) as Stored
    return stored.version === version ? stored : undefined
  } catch {
    return undefined
  }
}

function write(path: string, version: string): void {
  const kept = [...entries].filter(([, { used }]) => used > command - UNUSED_FOR)
  const stored: Stored = { version, command, entries: kept, sources: notedSources(kept) }
  replaceFile(path, serialize(stored))
}
