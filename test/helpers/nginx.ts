/**
 * A stock nginx in front of a gateway: `proxy_pass` and nothing else, but for the lines that a test
 * names.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../../scripts/devnet/end-with-us.ts'
import { findServer, missing, serverEnv } from './servers.ts'

/** A running nginx. */
export interface Nginx {
  url: string
  stop(): Promise<void>
}

/**
 * Starts one before the server at `upstream`; `lines` are added to its only location, `own` to the
 * server around it. Rejects with its log when it does not start.
 */
export async function startNginx(
  upstream: string,
  lines: readonly string[] = [],
  own = '',
): Promise<Nginx> {
  const program = findServer('nginx')
  if (program === undefined) throw new Error(missing('nginx'))
  const dir = mkdtempSync(join(tmpdir(), 'farebox-nginx-'))
  const port = await freePort()
  writeFileSync(
    join(dir, 'nginx.conf'),
    config(dir, port, { own, location: [`proxy_pass ${upstream};`, ...lines] }),
  )
  const log = join(dir, 'error.log')
  const server = spawn(program, ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', log], {
    stdio: 'ignore',
    env: serverEnv(program),
  })
  endWithUs(server)
  const gone = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL')
    await gone
    rmSync(dir, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await answering(url, server)
  } catch {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    await stop()
    throw new Error(`nginx did not start: ${text}`)
  }
  return { url, stop }
}

/** One process in the foreground; all that it writes is in its own folder. */
function config(
  dir: string,
  port: number,
  { own, location }: { own: string; location: readonly string[] },
): string {
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `  ${name}_temp_path ${join(dir, name)};`,
  )
  return [
    'daemon off;',
    'master_process off;',
    `pid ${join(dir, 'pid')};`,
    'events {}',
    'http {',
    '  access_log off;',
    ...temps,
    `  server { listen 127.0.0.1:${port}; ${own} location / { ${location.join(' ')} } }`,
    '}',
    '',
  ].join('\n')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
  })
}

/** Resolves once it answers anything at all. */
async function answering(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('it ended')
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
