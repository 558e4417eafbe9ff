/** A gateway that is paid on Solana: the catalog of the tests, sold on one network more. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '../../../generated/index.ts'
import { assemble, type Assembled } from '../../../runtime/assemble.ts'
import { readSettings } from '../../../runtime/settings/read.ts'
import type { Settings } from '../../../runtime/settings/types.ts'
import { startUpstreams } from '../../../scripts/devnet/upstreams/index.ts'
import { startSolanaWorld, type SolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import { PAY_TO, RELAYER_KEY, SIGNING_KEY } from '../../../scripts/world/keys.ts'
import { tempDir } from '../../helpers/store.ts'
import { soldOnSolana } from './sold.ts'
import { SOLANA } from './support.ts'

/** A gateway, its chain and its upstreams. */
export interface SolanaShop {
  url: string
  world: SolanaWorld
  /** The settings of its gateways. */
  settings: Settings
  /** Opens another gateway; `more` replaces settings. `stop` closes it. */
  open(more?: Partial<Settings>): Promise<Assembled>
  stop(): Promise<void>
}

/** Starts a shop. `more` replaces settings of its first gateway. */
export async function startShop(
  more: Partial<Settings> | ((world: SolanaWorld) => Partial<Settings>) = {},
): Promise<SolanaShop> {
  const world = await startSolanaWorld(SOLANA)
  const upstreams = await startUpstreams({})
  const dir = tempDir('solana')
  const gateways: Assembled[] = []
  // The checks of wallets and keys in the settings are another part's; these values stand in.
  const env = {
    FAREBOX_DEV: '1',
    PAY_TO,
    RELAYER_KEY,
    RPC_URL: world.url,
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    MEDIA_DIR: join(dir, 'media'),
    LOG_LEVEL: 'silent',
    ...upstreams.env,
  }
  const read = readSettings(env, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { PAY_TO: payTo, RELAYER_KEY: relayerKey } = world.env
  const own = { ...read.settings, network: 'solana', payTo, relayerKey }
  const open: SolanaShop['open'] = async (changes = {}) => {
    const gateway = await assemble(soldOnSolana, { ...own, ...changes })
    gateways.push(gateway)
    return gateway
  }
  const { url } = await open(typeof more === 'function' ? more(world) : more)
  return {
    url,
    world,
    settings: own,
    open,
    async stop() {
      for (const one of gateways.splice(0)) await one.close()
      await upstreams.stop()
      await world.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
