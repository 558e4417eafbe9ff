/** Whole processes, timed from outside. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { median } from './stats.ts'

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What one process did: seconds from start to end, its exit code and the end of its output. */
export interface Ran {
  seconds: number
  code: number
  output: string
}

/** Runs a TypeScript (or plain) file of the project in `cwd`, at most two minutes. */
export function runFile(file: string, args: string[], cwd = ROOT): Promise<Ran> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...(file.endsWith('.ts') ? ['--import', TSX] : []), ROOT + file, ...args],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    },
  )
  let output = ''
  const keep = (text: Buffer) => {
    output = (output + text).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', code =>
      done({ seconds: (performance.now() - began) / 1000, code: code ?? 1, output }),
    )
  })
}

/** Median seconds of several runs. Throws the output of one that failed. */
export async function secondsOf(times: number, go: () => Promise<Ran>): Promise<number> {
  const seconds: number[] = []
  for (let i = 0; i < times; i++) {
    const ran = await go()
    if (ran.code !== 0) throw new Error(`exit code ${ran.code}: ${ran.output.slice(-1500)}`)
    seconds.push(ran.seconds)
  }
  return median(seconds)
}
