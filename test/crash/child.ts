/**
 * A gateway that dies by SIGKILL at the n-th thing it does to the outside: run by `harness.ts`,
 * told what to do over IPC.
 */
import { catalog } from '../../generated/index.ts'
import { assemble } from '../../runtime/assemble.ts'
import type { Dependencies } from '../../runtime/gateway.ts'
import { readSettings } from '../../runtime/settings/read.ts'

const env = JSON.parse(process.env.GATEWAY_ENV!) as Record<string, string>
/** Steps until death; 0 while the gateway is not to die. */
let left = 0
/** The only kind of step that counts; every one where there is none. */
let counted: string | undefined

function step(what: string): void {
  if (left === 0 || (counted !== undefined && counted !== what) || --left > 0) return
  process.send!({ died: what })
  process.kill(process.pid, 'SIGKILL')
}

/**
 * Dies before or after each use of these methods. The objects are changed in place: every part
 * shares them.
 */
function mine<T extends object>(part: T, names: readonly (keyof T)[], label: string): void {
  for (const name of names) {
    const real = part[name] as (...args: unknown[]) => unknown
    part[name] = (async (...args: unknown[]) => {
      step(`before ${label}.${String(name)}`)
      const given = await real.apply(part, args)
      step(`after ${label}.${String(name)}`)
      return given
    }) as T[keyof T]
  }
}

function mineParts(parts: Dependencies): Partial<Dependencies> {
  mine(parts.store, ['commit'], 'store')
  mine(parts.upstreams, ['call', 'stream'], 'upstreams')
  mine(parts.paymentScheme.backend, ['settle'], 'settler')
  if (parts.mirror) mine(parts.mirror, ['mirror'], 'mirror')
  return {}
}

// Suppliers on loopback count polls, not time.
for (const { poll } of Object.values(catalog.calls))
  if (poll) (poll as { every: number }).every = 20

const read = readSettings(env, catalog)
if ('problems' in read) throw new Error(read.problems.join('\n'))
const gateway = await assemble(catalog, read.settings, { replace: mineParts })
process.on('message', (message: { dieAfter: number; at?: string }) => {
  left = message.dieAfter
  counted = message.at
})
process.send!({ url: gateway.url })
