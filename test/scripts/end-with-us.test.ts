// Nothing stays behind: a chain or server that a process started ends with it, also when it is
// killed outright.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

/**
 * The state of a process, '' for none: from /proc where there is one, as small systems lack `ps`.
 */
function stateOf(pid: number): string {
  if (!existsSync('/proc/self/stat')) {
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .stdout.toString()
      .trim()
  }
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) ? readFileSync(stat, 'utf8').replace(/.*\) /, '') : ''
}

/** A zombie has ended: only its parent has not asked for its exit code yet. */
const isAlive = (pid: number): boolean => !/^(Z|$)/.test(stateOf(pid))

it('a chain ends when its process is killed with SIGKILL', async () => {
  const code = `
    const { startAnvil } = await import('./scripts/devnet/anvil.ts')
    const { pid } = await startAnvil({ chainId: 8453, port: 0 })
    process.stdout.write(String(pid))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const pid = Number(
      await new Promise(resolve => child.stdout.once('data', data => resolve(String(data)))),
    )
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    for (let tries = 0; isAlive(pid) && tries < 100; tries++) await sleep(50)
    expect(isAlive(pid)).toBe(false)
  } finally {
    child.kill('SIGKILL')
  }
})

it('so do all of several children, and what was started does not hold up the end', async () => {
  const code = `
    const { spawn } = await import('node:child_process')
    const { endWithUs } = await import('./scripts/devnet/end-with-us.ts')
    const start = () => spawn('sleep', ['300'], { stdio: 'ignore' })
    const children = [start(), start(), start()]
    for (const child of children) endWithUs(child)
    children[1].once('exit', () => {
      process.stdout.write(children.map(({ pid }) => pid).join())
      for (const child of children) child.unref()
    })
    children[1].kill('SIGKILL')`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[text], ended] = await Promise.all([once(parent.stdout, 'data'), once(parent, 'exit')])
  const pids = String(text).split(',').map(Number)
  expect([pids.length, ended]).toEqual([3, [0, null]])
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})
