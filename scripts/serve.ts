/**
 * `npm run serve`: starts a production gateway, configured by the environment alone. It reports
 * every problem of the environment before it starts anything.
 */
import { catalog } from '../generated/index.ts'
import { assemble } from '../runtime/assemble.ts'
import { createNode, OtherChain } from '../runtime/payments/evm/node.ts'
import { createRpc } from '../runtime/payments/rpc.ts'
import { readSettings, upstreamSettings } from '../runtime/settings/read.ts'
import { SETTINGS } from '../runtime/settings/table.ts'
import type { Settings } from '../runtime/settings/types.ts'
import { onEnd } from './world/on-end.ts'

/** The sender of read-only calls. */
const NOBODY = '0x0000000000000000000000000000000000000000'

const HELP = `npm run serve

Serves the catalog on one network. It reads these settings from the environment:

${SETTINGS.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`).join('\n')}
${Object.values(catalog.upstreams)
  .map(({ env, source, settings = [] }) =>
    [
      `  ${`${env}_KEY`.padEnd(18)} Key of ${source}; ${env}_URL overrides its address. ` +
        'Without a key its routes answer 503.',
      ...settings.map(
        name =>
          `  ${`${env}_${name.toUpperCase()}`.padEnd(18)} Setting \`${name}\` of ` +
          `${source}; needed like its key.`,
      ),
    ].join('\n'),
  )
  .join('\n')}`

/**
 * Rejects if the node serves another chain than the network's, because no payment could ever be
 * verified. A node that cannot be reached may come back; the health views report it.
 */
async function sameChain({ network, rpcUrl }: Settings): Promise<void> {
  // The other kinds check their node when their schemes are opened.
  if (catalog.networks[network]!.kind !== 'evm') return
  const rpc = createRpc({ url: rpcUrl })
  try {
    await createNode(rpc, catalog.networks[network]!, { from: NOBODY }).ready()
  } catch (error) {
    if (error instanceof OtherChain)
      throw new Error(`RPC_URL does not match NETWORK=${network}: ${error.message}`)
  } finally {
    await rpc.close()
  }
}

/** Runs until a signal ends the process; returns the exit code. */
async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const [unknown] = process.argv.slice(2)
  if (unknown !== undefined) {
    console.error(`serve has no option ${unknown}: its settings are in the environment (--help).`)
    return 2
  }
  const ended = new Promise<void>(resolve => onEnd(resolve))
  const read = readSettings(process.env, catalog)
  if ('problems' in read) {
    const list = read.problems.map(problem => `  - ${problem}`).join('\n')
    console.error(
      `The environment is incomplete or wrong:\n${list}\n"npm run serve -- --help" lists ` +
        'every setting.',
    )
    return 1
  }
  await sameChain(read.settings)
  const gateway = await assemble(catalog, read.settings, {
    upstreamsOf: other => upstreamSettings(process.env, other),
  })
  process.on('SIGHUP', () => {
    gateway.follower.look().catch(error => console.error(`farebox: ${(error as Error).message}`))
  })
  console.error(`farebox: serving ${read.settings.network} at ${gateway.url}`)
  await ended
  await gateway.close()
  return 0
}

try {
  process.exit(await main())
} catch (error) {
  console.error(`farebox: ${(error as Error).message}`)
  process.exit(1)
}
