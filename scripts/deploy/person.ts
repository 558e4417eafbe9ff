/** Who deploys a release. */
import { spawnSync } from 'node:child_process'
import { personOf } from './names.ts'

/**
 * The name that was given, else git's `user.name` in a folder, else the name of the login. Nothing
 * where none is known. An address of git is never read.
 */
export function whoDeploys(
  folder: string,
  given: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): { by?: string } {
  const names = [given, gitName(folder, env), env.USER].map(name => personOf(name ?? ''))
  const by = names.find(name => name !== '')
  return by === undefined ? {} : { by }
}

function gitName(folder: string, env: NodeJS.ProcessEnv): string | undefined {
  const args = ['-C', folder, 'config', 'user.name']
  return spawnSync('git', args, { encoding: 'utf8', env }).stdout ?? undefined
}
