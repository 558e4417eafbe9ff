/**
 * The servers that some suites need and npm does not bring: named by the environment, found on
 * PATH, or unpacked below the project without root where apt is at hand. A suite without its server
 * is skipped; with REQUIRE_SERVERS=1 the run fails instead.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, it } from 'vitest'

/**
 * A kind of server. `tests` are those that need it. `programs` are alternatives, unless `all` of
 * them are needed; `unpack` are apt packages that run unpacked.
 */
interface Server {
  tests: string
  programs: readonly string[]
  all?: boolean
  variable?: string
  unpack?: readonly string[]
  bring: string
}

/** The servers by name. */
export const SERVERS = {
  redis: {
    tests: 'several processes on one Redis',
    programs: ['redis-server', 'valkey-server'],
    variable: 'REDIS_URL',
    unpack: [
      'redis-server',
      'redis-tools',
      'libjemalloc2',
      'liblua5.1-0',
      'liblzf1',
      'lua-bitop',
      'lua-cjson',
      'libatomic1',
    ],
    bring: '"apt-get install redis-server" or "brew install redis", or set REDIS_URL',
  },
  s3: {
    tests: 'media in a bucket',
    programs: ['proxy', 'account', 'container', 'object'].map(part => `swift-${part}-server`),
    all: true,
    variable: 'MEDIA_S3_URL',
    bring:
      '"apt-get install swift-proxy swift-account swift-container swift-object", or set MEDIA_S3_URL, MEDIA_S3_KEY_ID and ' +
      'MEDIA_S3_SECRET to a bucket for tests',
  },
  nginx: {
    tests: 'a proxy in front',
    programs: ['nginx'],
    unpack: ['nginx', 'libpcre2-8-0'],
    bring: '"apt-get install nginx-light" or "brew install nginx"',
  },
  chromium: {
    tests: 'pages in a browser',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    bring: '"apt-get install chromium"',
  },
  promtool: {
    tests: 'the alert rules',
    programs: ['promtool'],
    variable: 'PROMTOOL',
    bring: '"apt-get install prometheus", or set PROMTOOL',
  },
} satisfies Record<string, Server>

/** The name of a server. */
export type ServerName = keyof typeof SERVERS

const UNPACKED = resolve(import.meta.dirname, '../../.farebox/servers')
/** ms that one apt command may take. */
const PATIENCE = 60_000

/** The folders of programs: those of PATH, and the `sbin` beside each `bin`. */
function folders(): string[] {
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return [
    ...path,
    ...path.filter(folder => folder.endsWith('/bin')).map(folder => folder.replace(/bin$/, 'sbin')),
  ]
}

const findIn = (where: readonly string[], program: string): string | undefined =>
  where.map(folder => join(folder, program)).find(existsSync)

/** The program of a server (the first of several), or undefined where it is not complete. */
export function findServer(name: ServerName): string | undefined {
  const { programs, all }: Server = SERVERS[name]
  const where = [
    ...folders(),
    ...['usr/bin', 'usr/sbin'].map(folder => join(UNPACKED, name, folder)),
  ]
  const found = programs.map(program => findIn(where, program))
  return all && found.includes(undefined) ? undefined : found.find(program => program !== undefined)
}

/**
 * Why there is no such server and the command that brings one; undefined where there is one. `own`:
 * that of a variable will not do.
 */
export function missing(name: ServerName, own = false): string | undefined {
  const { variable, programs, all, bring }: Server = SERVERS[name]
  if ((!own && variable !== undefined && process.env[variable]) || findServer(name))
    return undefined
  return `no ${programs.join(all ? ', ' : ' or ')} on PATH. To run them: ${bring}`
}

/**
 * `describe` and `it` for suites that need a server: they are skipped where there is none. `own`:
 * they freeze, kill or look into it.
 */
export function suitesWith(name: ServerName, own: 'own' | undefined = undefined) {
  const without = missing(name, own !== undefined) !== undefined
  return { describe: describe.skipIf(without), it: it.skipIf(without) }
}

/**
 * The environment for a program that `findServer` found: one that was unpacked finds its libraries
 * beside it.
 */
export function serverEnv(program: string): NodeJS.ProcessEnv {
  if (!program.startsWith(UNPACKED)) return process.env
  const libraries = program.replace(/\/usr\/s?bin\/.*/, '/usr/lib')
  const all = [
    libraries,
    ...readdirSync(libraries)
      .filter(name => name.includes('-linux-'))
      .map(name => join(libraries, name)),
  ]
  return { ...process.env, LD_LIBRARY_PATH: all.join(delimiter) }
}

const output = (program: string, args: readonly string[], cwd?: string): string =>
  execFileSync(program, args, {
    cwd,
    timeout: PATIENCE,
    maxBuffer: 2 ** 26,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Downloads the packages of a server and unpacks them below the project; nothing is installed.
 * Throws where that fails.
 */
function unpack(name: ServerName, packages: readonly string[]): void {
  mkdirSync(UNPACKED, { recursive: true })
  const dir = mkdtempSync(join(UNPACKED, 'new-'))
  try {
    const known = new Set(output('apt-cache', ['pkgnames']).split('\n'))
    if (!known.has(packages[0]!))
      throw new Error(`E: apt knows no ${packages[0]}; "apt-get update" may help`)
    output('apt-get', ['download', ...packages.filter(one => known.has(one))], dir)
    for (const file of readdirSync(dir)) {
      output('dpkg', ['-x', file, '.'], dir)
      rmSync(join(dir, file))
    }
    renameSync(dir, join(UNPACKED, name))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Brings the servers that can be unpacked, says which suites are skipped, and throws instead where
 * all servers are required.
 */
export function prepareServers(say: (line: string) => void = console.log): void {
  for (const [name, { unpack: packages }] of Object.entries(SERVERS) as [ServerName, Server][]) {
    if (
      missing(name, name === 'redis') === undefined ||
      packages === undefined ||
      findIn(folders(), 'apt-get') === undefined
    )
      continue
    say(
      `Fetching ${packages[0]} with "apt-get download" into .farebox/servers/ (nothing is installed) ...`,
    )
    try {
      unpack(name, packages)
    } catch (error) {
      const { message } = error as Error
      say(
        `It could not be fetched: ${message.split('\n').find(line => line.startsWith('E:')) ?? message}`,
      )
    }
  }
  const without: string[] = []
  for (const [name, { tests }] of Object.entries(SERVERS) as [ServerName, Server][]) {
    const reason = missing(name, name === 'redis')
    if (reason === undefined) continue
    without.push(reason)
    say(`Skipped: the tests of ${tests}; ${reason}`)
  }
  if (without.length > 0 && process.env.REQUIRE_SERVERS === '1')
    throw new Error(`REQUIRE_SERVERS=1, but ${without.join('; ')}`)
}
