/** Finds and runs anvil, the local Ethereum node from an npm package. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endWithUs } from './end-with-us.ts'

/** A running node. */
export interface Anvil {
  url: string
  pid: number
  stop(): Promise<void>
}

/** The packaged binary (starts in 40 ms), one on PATH, or the package's slower launcher. */
function findAnvil(root: string): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => !folder.includes('node_modules'))
    .map(folder => join(folder, name))
  const places = [
    join(root, `node_modules/@foundry-rs/anvil-${system}-${machine}/bin/${name}`),
    ...onPath,
    join(root, 'node_modules/.bin', name),
  ]
  const found = places.find(existsSync)
  if (!found) throw new Error('anvil is not installed: run "npm install" in the project folder')
  return found
}

/**
 * Resolves with the address that anvil prints. Rejects with its output if it ends, or prints
 * nothing for 15 s.
 */
function listening(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (why: string): void => {
      clearTimeout(timer)
      node.kill('SIGKILL')
      reject(new Error(`anvil ${why}: ${log}`))
    }
    const timer = setTimeout(() => fail('did not start'), 15_000)
    const ended = (code: number | null): void => fail(`ended with ${code}`)
    // Not `exit`, which may come before the last output.
    node.once('close', ended)
    node.once('error', error => fail(error.message))
    node.stderr?.on('data', data => {
      log += data
    })
    node.stdout?.on('data', data => {
      if (log.length < 1e5) log += data
      const match = /Listening on (\S+)/.exec(log)
      if (!match) return
      clearTimeout(timer)
      node.off('close', ended)
      node.stdout?.removeAllListeners('data')
      node.stdout?.resume()
      resolve(`http://${match[1]}`)
    })
  })
}

/**
 * Starts anvil on loopback; `port` 0 picks a free one. The node ends whenever this process does.
 */
export async function startAnvil(options: {
  chainId: number
  port: number
  args?: string[]
}): Promise<Anvil> {
  const root = join(import.meta.dirname, '../..')
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port),
    '--chain-id',
    String(options.chainId),
    ...(options.args ?? []),
  ]
  const node = spawn(findAnvil(root), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(node)
  const gone = new Promise<void>(resolve => node.once('exit', () => resolve()))
  const url = await listening(node)
  return {
    url,
    pid: node.pid as number,
    stop: async () => {
      node.kill('SIGKILL')
      await gone
    },
  }
}
