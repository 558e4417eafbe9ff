/** Compiles the catalog that is being edited, and starts a gateway that serves it. */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { bundleInParts, root } from '../bundle.mjs'
import type { Generated } from './generate.ts'

/** A gateway that serves one state of the catalog. */
export interface Served {
  url: string
  routes: number
  /** Warnings, and examples with other prices; `''` if there is nothing to say. */
  problems: string
  /** What differs from the last commit, in USD. */
  changes: string
  end(): void
}

/** A state of the catalog that cannot be served, and why, for people. */
export interface Refused {
  problems: string
}

/** How long a gateway may take to start, ms. */
const STARTING = 60_000

/** Where code names the generated folder. */
const GENERATED = /(['"`])(?:\.\.\/)+generated\//g

/** Builds one state of a catalog below `folder` and starts it. Never rejects. */
export async function build(
  catalog: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Served | Refused> {
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const generated = join(folder, 'generated')
    mkdirSync(folder, { recursive: true })
    const { problems, changes, written } = await generate(catalog, generated)
    if (!written) {
      remove()
      return { problems }
    }
    symlinkSync(join(root, 'runtime'), join(folder, 'runtime'))
    const { files } = await bundleInParts(join(root, 'scripts/preview/gateway.ts'), (path, text) =>
      path.startsWith(folder) ? text : text.replace(GENERATED, `$1${generated}/`),
    )
    for (const { name, text } of files) writeFileSync(join(folder, name), text)
    const started = await start(folder, env)
    return { ...started, problems, changes, end: () => (started.end(), remove()) }
  } catch (error) {
    remove()
    return { problems: (error as Error).message }
  }
}

/** Generates in a separate process, so that no catalog can stop the preview. */
function generate(catalog: string, out: string): Promise<Generated> {
  const child = fork(
    join(root, 'scripts/preview/generate.mjs'),
    [relative(root, resolve(catalog)), out],
    {
      cwd: root,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  let output = ''
  child.stderr?.on('data', data => {
    output += data
  })
  return new Promise((done, fail) => {
    child.once('message', message => done(message as Generated))
    // Not `exit`, which may come before the last output.
    child.once('close', () => fail(new Error(`the catalog cannot be generated:\n${output}`)))
  })
}

function start(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Omit<Served, 'problems' | 'changes'>> {
  const own = { DATA_DIR: join(folder, 'data'), MEDIA_DIR: join(folder, 'media') }
  const { PATH, HOME, TMPDIR } = process.env
  const child: ChildProcess = fork(join(folder, 'main.mjs'), {
    env: { PATH, HOME, TMPDIR, ...env, ...own },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--enable-source-maps'],
  })
  let output = ''
  child.stderr?.on('data', data => {
    output += data
  })
  const end = (): void => void child.kill('SIGKILL')
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      end()
      fail(new Error(`the gateway did not start in ${STARTING / 1000} s\n${output}`))
    }, STARTING)
    child.once('message', message => {
      clearTimeout(timer)
      done({ ...(message as { url: string; routes: number }), end })
    })
    child.once('close', () => {
      clearTimeout(timer)
      fail(new Error(`the gateway does not start:\n${output}`))
    })
  })
}
