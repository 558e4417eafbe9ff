/**
 * The gateway of a preview, in a process of its own: it quotes and serves documents, and settles
 * nothing, so it needs no chain. The generated code that it serves is put in when it is bundled.
 */
import { generateKeyPairSync } from 'node:crypto'
import { catalog } from '../../generated/index.ts'
import { assemble } from '../../runtime/assemble.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { PAY_TO, RELAYER_KEY, SIGNING_KEY } from '../world/keys.ts'

/** The discard port: nothing answers there. */
const NOWHERE = 'http://127.0.0.1:9'

/** A key for tokens that no upstream checks. */
function tokenKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
  return `preview:${bytes.toString('base64')}`
}

/**
 * Keys and settings for the upstreams that the environment does not know: they must be configured
 * to be quoted.
 */
function upstreamEnv(): Record<string, string> {
  const pairs = Object.values(catalog.upstreams).flatMap(({ env, jwt, settings = [] }) => [
    [`${env}_KEY`, jwt === undefined ? 'preview' : tokenKey()],
    ...settings.map(name => [`${env}_${name.toUpperCase()}`, 'preview']),
  ])
  return Object.fromEntries(pairs)
}

const network = Object.values(catalog.networks).find(({ kind }) => kind === 'evm')
if (!network) throw new Error('a preview needs a network of the kind evm')
const read = readSettings(
  {
    ...upstreamEnv(),
    ...process.env,
    FAREBOX_DEV: '1',
    NETWORK: network.name,
    PAY_TO,
    RPC_URL: NOWHERE,
    RELAYER_KEY,
    SIGNING_KEYS: SIGNING_KEY,
    PORT: '0',
    LOG_LEVEL: 'fatal',
  },
  catalog,
)
if ('problems' in read) throw new Error(read.problems.join('\n'))
const gateway = await assemble(catalog, read.settings, { log: process.stderr })
process.once('disconnect', () => process.exit(0))
process.send?.({ url: gateway.url, routes: catalog.routes.length })
