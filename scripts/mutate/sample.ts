/** A random part of a folder's code, for mutation runs that shall take minutes instead of hours. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Lines in which nothing can be mutated: blank, comment, import, or only brackets. */
const NO_CODE = /^\s*(\/\/|\/?\*|import\b|export \{|[\])};,({[]*$)/

/**
 * `count` lines of the files, chosen by `seed`: the same seed chooses the same lines of the same
 * code. Each is a pattern of Stryker's `mutate`, such as `a/b.ts:7-7`.
 */
export function sampleOf(files: readonly string[], count: number, seed: string): string[] {
  return files
    .flatMap(linesOf)
    .map(line => ({ line, rank: rankOf(seed, line) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ line }) => line)
}

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => (NO_CODE.test(text) ? [] : [`${file}:${index + 1}-${index + 1}`]))

const rankOf = (seed: string, line: string): string =>
  createHash('sha256').update(`${seed}\0${line}`).digest('hex')
