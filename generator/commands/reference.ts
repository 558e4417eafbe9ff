/** The catalog of an earlier commit, read from git without a checkout. */
import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { byCodePoint } from '../read/catalog-dir.ts'
import type { SourceFile } from '../types.ts'

/** A folder of a git repository. `prefix` is its path in the repository. */
export interface GitFolder {
  dir: string
  prefix: string
}

interface Ran {
  ok: boolean
  out: Buffer
}

function git(dir: string, args: readonly string[], input?: string): Ran {
  const done = spawnSync('git', ['-C', dir, ...args], {
    maxBuffer: 1 << 30,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(input === undefined ? {} : { input }),
  })
  return { ok: done.status === 0, out: done.stdout ?? Buffer.alloc(0) }
}

const textOf = ({ out }: Ran): string => out.toString('utf8').trim()

/** The folder as git sees it; undefined outside of a repository or without git. */
export function gitFolder(dir: string): GitFolder | undefined {
  const prefix = git(dir, ['rev-parse', '--show-prefix'])
  if (!prefix.ok) return undefined
  return { dir: resolve(dir), prefix: textOf(prefix).replace(/\/$/, '') }
}

/** The number of YAML files in the folder that differ from HEAD, including new ones. */
export function changedFiles({ dir }: GitFolder): number {
  const { out } = git(dir, ['status', '--porcelain', '-z', '--untracked-files=all', '--', '.'])
  return out
    .toString('utf8')
    .split('\0')
    .filter(one => /\.ya?ml$/.test(one)).length
}

/** The full id of a commit; undefined if there is no such commit. */
export function commitOf({ dir }: GitFolder, name: string): string | undefined {
  const found = git(dir, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ])
  return found.ok ? textOf(found) : undefined
}

/** The commit at which two branches part. */
export function mergeBase({ dir }: GitFolder, a: string, b: string): string | undefined {
  const found = git(dir, ['merge-base', a, b])
  return found.ok ? textOf(found) : undefined
}

/**
 * The YAML files below the folder in a commit, in the form that `readCatalog` returns for the disk.
 */
export function filesAt({ dir, prefix }: GitFolder, commit: string): SourceFile[] {
  const listed = git(dir, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', prefix || '.'])
  const entries = listed.out
    .toString('utf8')
    .split('\0')
    .flatMap(line => {
      const [, id, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      return id && path && /\.ya?ml$/.test(path) ? [{ id, path }] : []
    })
  const texts = blobs(
    dir,
    entries.map(one => one.id),
  )
  return entries
    .map(({ path }, i) => ({
      path: `catalog/${relative(prefix, path).replaceAll('\\', '/')}`,
      text: texts[i] ?? '',
    }))
    .sort((a, b) => byCodePoint(a.path, b.path))
}

/** The contents of objects, read by one git process. */
function blobs(dir: string, ids: readonly string[]): string[] {
  const { out } = git(dir, ['cat-file', '--batch'], ids.map(id => `${id}\n`).join(''))
  let at = 0
  return ids.map(() => {
    const end = out.indexOf(10, at)
    const size = Number(out.subarray(at, end).toString('latin1').split(' ')[2])
    const text = out.subarray(end + 1, end + 1 + size).toString('utf8')
    at = end + 1 + size + 1
    return text
  })
}
