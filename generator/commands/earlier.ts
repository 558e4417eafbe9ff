/** Finds the catalog that a command compares with: that of a commit or of a folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compileAll, readCatalog } from '../compile.ts'
import type { CatalogIR } from '../ir.ts'
import { locator } from '../read/lines.ts'
import type { SourceFile } from '../types.ts'
import type { Misuse } from './options.ts'
import {
  changedFiles,
  commitOf,
  filesAt,
  gitFolder,
  mergeBase,
  type GitFolder,
} from './reference.ts'

/** The files, and the name of their source. */
export interface Earlier {
  name: string
  files: readonly SourceFile[]
  changed?: number
  /** The commit and its folder, if the files come from a commit. */
  commit?: string
}

/**
 * The catalog that `--against` names: a folder with a gateway.yaml, or a commit. Without it: HEAD
 * if files differ from it, else the commit at which the branch left origin/main, else the commit
 * before.
 */
export function earlier(catalog: string, against: string | undefined): Earlier | Misuse {
  if (against !== undefined && existsSync(join(against, 'gateway.yaml')))
    return { name: against, files: readCatalog(against) }
  const folder = gitFolder(catalog)
  if (!folder)
    return {
      misuse: `${catalog} is not in a git repository; name a folder to compare with: --against DIR`,
    }
  const chosen = against === undefined ? usual(folder) : named(folder, against)
  if (chosen === undefined)
    return {
      misuse:
        against === undefined
          ? 'there is no earlier commit to compare with; name one with --against (a shallow ' +
            'clone has only the last one)'
          : `${against} is neither a commit nor a folder with a gateway.yaml`,
    }
  const files = filesAt(folder, chosen.commit)
  if (!files.some(one => one.path === 'catalog/gateway.yaml'))
    return { misuse: `there is no ${catalog}/gateway.yaml in ${chosen.name}` }
  return {
    name: `${chosen.name} (${chosen.commit.slice(0, 7)})`,
    files,
    changed: changedFiles(folder),
    commit: `${chosen.commit}:${folder.dir}`,
  }
}

interface Chosen {
  name: string
  commit: string
}

function named(folder: GitFolder, name: string): Chosen | undefined {
  const commit = commitOf(folder, name)
  return commit === undefined ? undefined : { name, commit }
}

function usual(folder: GitFolder): Chosen | undefined {
  const head = commitOf(folder, 'HEAD')
  if (head === undefined) return undefined
  if (changedFiles(folder) > 0) return { name: 'HEAD', commit: head }
  const base = commitOf(folder, 'origin/main') && mergeBase(folder, 'HEAD', 'origin/main')
  if (base && base !== head) return { name: 'the merge base with origin/main', commit: base }
  return named(folder, 'HEAD~1')
}

/** The committed catalog if the files on disk differ from it; cheap if they do not. */
export function committed(catalog: string): Earlier | undefined {
  const folder = gitFolder(catalog)
  if (!folder || changedFiles(folder) === 0) return undefined
  const head = named(folder, 'HEAD')
  const files = head ? filesAt(folder, head.commit) : []
  return files.some(one => one.path === 'catalog/gateway.yaml')
    ? { name: 'HEAD', files, commit: `${head!.commit}:${folder.dir}` }
    : undefined
}

/** An earlier catalog, or its first error as `gateway.yaml:3: ...`. */
export type Built = { catalog: CatalogIR } | { firstError: string }

/** Builds an earlier catalog. */
export function build({ files }: Pick<Earlier, 'files'>): Built {
  const { value, problems } = compileAll(files, { only: 'build' })
  if (value) return { catalog: value }
  const { place, message } = problems.find(one => one.severity === 'error')!
  const { line } = locator(files)(place.file, place.start)
  return { firstError: `${place.file.replace(/^catalog\//, '')}:${line}: ${message}` }
}
