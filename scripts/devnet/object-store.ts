/**
 * A real S3 server on loopback: OpenStack Swift from the system's packages, in one process, with
 * its own data folder.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AwsClient } from 'aws4fetch'
import { endWithUs } from './end-with-us.ts'

/** A bucket, in the form of the gateway's settings. */
export interface ObjectStore {
  url: string
  region: string
  keyId: string
  secret: string
  /** Sends a signed request below the bucket, to inspect or change its objects. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

const PYTHON = '/usr/bin/python3'
const SERVERS = ['proxy', 'account', 'container', 'object'].map(
  kind => `/usr/bin/swift-${kind}-server`,
)
const SCRIPT = fileURLToPath(new URL('object-store.py', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const MISSING =
  'no S3 server: "apt-get install swift-proxy swift-account swift-container swift-object", ' +
  'or set MEDIA_S3_URL, ' +
  'MEDIA_S3_KEY_ID and MEDIA_S3_SECRET to a bucket for tests'
/** Exit code of the script if the folder's file system is unsuitable. */
const NO_ATTRIBUTES = 3

/** Whether a server can be started here. */
export function findObjectStore(): boolean {
  return [PYTHON, ...SERVERS].every(path => existsSync(path))
}

/**
 * Reads the port that the server prints; `undefined` if the folder is unsuitable; rejects with the
 * log if the server ends otherwise.
 */
function started(server: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let log = ''
    let said = ''
    const timer = setTimeout(() => {
      server.kill('SIGKILL')
      reject(new Error(`the object store did not start: ${log}`))
    }, 60_000)
    server.once('error', reject)
    // Not `exit`, which may come before the last output.
    server.once('close', code => {
      clearTimeout(timer)
      if (code === NO_ATTRIBUTES) resolve(undefined)
      else reject(new Error(`the object store ended with ${code}: ${log.slice(-2000)}`))
    })
    server.stderr?.on('data', data => {
      log = (log + data).slice(-10_000)
    })
    server.stdout?.on('data', data => {
      said += data
      const port = /^(\d+)\n/.exec(said)
      if (!port) return
      clearTimeout(timer)
      resolve(Number(port[1]))
    })
  })
}

/**
 * Starts a server with its data in a new folder below `parent`; undefined if that file system has
 * no extended attributes.
 */
async function startIn(
  parent: string,
): Promise<{ port: number; stop(): Promise<void> } | undefined> {
  const dir = mkdtempSync(join(parent, 'farebox-s3-'))
  const { PYTHONPATH: _, PYTHONHOME: __, ...env } = process.env
  const server = spawn(PYTHON, [SCRIPT, dir], { stdio: ['ignore', 'pipe', 'pipe'], env })
  endWithUs(server)
  const gone = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL')
    await gone
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const port = await started(server)
    if (port !== undefined) return { port, stop }
  } catch (error) {
    await stop()
    throw error
  }
  await stop()
  return undefined
}

/** A bucket with a signed `fetch`. */
function bucketOf(
  at: Pick<ObjectStore, 'url' | 'region' | 'keyId' | 'secret'>,
  stop: () => Promise<void>,
): ObjectStore {
  const { url, region, keyId, secret } = at
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 2,
  })
  return { ...at, fetch: (path, init) => client.fetch(`${url}${path}`, init), stop }
}

/**
 * Opens the bucket named by MEDIA_S3_URL, or one of a private server. Rejects in one sentence if
 * there is neither.
 */
export async function startObjectStore(): Promise<ObjectStore> {
  const {
    MEDIA_S3_URL: url,
    MEDIA_S3_REGION: region = 'us-east-1',
    MEDIA_S3_KEY_ID: keyId = '',
    MEDIA_S3_SECRET: secret = '',
  } = process.env
  if (url) return bucketOf({ url, region, keyId, secret }, async () => undefined)
  if (!findObjectStore()) throw new Error(MISSING)
  for (const parent of [tmpdir(), '/var/tmp', MODULES]) {
    const server = existsSync(parent) ? await startIn(parent) : undefined
    if (server === undefined) continue
    const at = { region: 'us-east-1', keyId: 'test:tester', secret: 'testing' }
    const store = bucketOf({ url: `http://127.0.0.1:${server.port}/media`, ...at }, server.stop)
    const made = await store.fetch('', { method: 'PUT' })
    if (made.ok) return store
    await server.stop()
    throw new Error(`the object store made no bucket: ${made.status} ${await made.text()}`)
  }
  throw new Error(
    'no folder for an object store: its file system must hold extended attributes (set ' +
      'TMPDIR to one that does)',
  )
}
