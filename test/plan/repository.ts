/** A git repository with the small catalog, for tests of commands. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '../../generator/cli.ts'

/** A folder with a catalog, and the commands that tests give there. */
export interface Repository {
  dir: string
  catalog: string
  git(...args: string[]): string
  /** Replaces text of a file of the catalog. */
  change(path: string, from: string, to: string): void
  write(path: string, text: string): void
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>
  remove(): void
}

/** A new repository with one commit; `bare`: a folder without git. */
export function repository({ bare = false } = {}): Repository {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-plan-'))
  const catalog = join(dir, 'catalog')
  cpSync('test/golden/_base/catalog', catalog, { recursive: true })
  const git = (...args: string[]): string => {
    const author = [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.com',
      '-c',
      'commit.gpgsign=false',
    ]
    const done = spawnSync('git', ['-C', dir, ...author, ...args], { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
    return done.stdout.trim()
  }
  if (!bare) {
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'first')
  }
  const write = (path: string, text: string): void => writeFileSync(join(catalog, path), text)
  return {
    dir,
    catalog,
    git,
    write,
    change(path, from, to) {
      const text = readFileSync(join(catalog, path), 'utf8')
      if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`)
      write(path, text.replace(from, to))
    },
    async run(verb, ...args) {
      const said = { out: '', err: '' }
      const code = await main([verb!, '--catalog', catalog, ...args], {
        out: text => void (said.out += text),
        err: text => void (said.err += text),
        color: false,
        now: () => 0,
      })
      return { code, ...said }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
