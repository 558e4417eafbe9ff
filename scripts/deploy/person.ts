/** The person who deploys a release. */
import { spawnSync } from 'node:child_process'
import { personOf } from './names.ts'

/**
 * The name of the option, else git's `user.name` in a folder, else the login name; undefined if
 * there is none. Git's e-mail address is never read.
 */
export function whoDeploys(
  folder: string,
  option: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): { by?: string } {
  const names = [option, gitName(folder, env), env.USER].map(name => personOf(name ?? ''))
  const by = names.find(name => name !== '')
  return by === undefined ? {} : { by }
}

function gitName(folder: string, env: NodeJS.ProcessEnv): string | undefined {
  const args = ['-C', folder, 'config', 'user.name']
  return spawnSync('git', args, { encoding: 'utf8', env }).stdout ?? undefined
}
