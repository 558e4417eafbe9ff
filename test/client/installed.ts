/** The package that a gateway serves, installed by npm in a project of somebody else's. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Below the project, so that packages which would be installed beside it are found. */
const ABOVE = resolve(import.meta.dirname, '../../.farebox')

/** A project of somebody else's. */
export interface Project {
  /** Runs a program of it, and returns what it prints. */
  run(program: string, env: Readonly<Record<string, string>>): Promise<string>
  remove(): void
}

/** Makes a project in which npm has installed the package at an address, and nothing besides. */
export async function installed(url: string): Promise<Project> {
  mkdirSync(ABOVE, { recursive: true })
  const cwd = mkdtempSync(join(ABOVE, 'app-'))
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module", "private": true }')
  const options = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--cache', join(cwd, 'cache')]
  await run('npm', ['install', url, ...options], { cwd })
  return {
    async run(program, env) {
      const args = ['--input-type=module', '-e', program]
      const { PATH } = process.env
      return (await run(process.execPath, args, { cwd, env: { PATH, ...env } })).stdout
    },
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  }
}
