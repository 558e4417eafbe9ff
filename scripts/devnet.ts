/**
 * `npm run devnet`: starts the local chain and the local upstreams without a gateway. Prints the
 * gateway's environment as `export` lines, for one or (with REDIS_URL) several `npm run serve` in
 * other terminals, and keeps running until Ctrl-C.
 */
import { onEnd } from './world/on-end.ts'
import { startWorld } from './world/world.ts'

const FUNDS = 1_000_000_000n

const HELP = `npm run devnet [-- NETWORK]

Starts a local chain and the local upstreams without a gateway, and prints the gateway's environment as "export" lines.
NETWORK is one of the catalog's networks; the default is the first. Ctrl-C ends everything.`

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}
try {
  const ended = new Promise<void>(end => onEnd(end))
  const world = await startWorld({
    network: process.argv[2],
    progress: (part, what) => console.error(`${part}: ${what}`),
  })
  await world.network.fund(world.network.buyer.address, FUNDS)
  const env = { ...world.env, PORT: '4020', LOG_LEVEL: 'info' }
  console.log(
    Object.entries(env)
      .map(([name, value]) => `export ${name}='${value}'`)
      .join('\n'),
  )
  await ended
  await world.stop()
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
