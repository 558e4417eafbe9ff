/**
 * Setup of the unit tests: what opens a socket or starts a process in one of them fails, so that
 * the unit tests stay fast and run anywhere.
 */
import children, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'

/** Throws instead of doing what a unit test must not do. */
const refuse = (what: string) => (): never => {
  throw new Error(
    `a unit test must not ${what}: move the test to a file of the project "system" (vitest.config.ts)`,
  )
}

Object.assign(Server.prototype, { listen: refuse('listen on a socket') })
Object.assign(Socket.prototype, { connect: refuse('connect a socket') })
Object.assign(ChildProcess.prototype, { spawn: refuse('start a process') })
for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const)
  Object.assign(children, { [name]: refuse('start a process') })
syncBuiltinESMExports()
