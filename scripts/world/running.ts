/**
 * The gateways that `npm start` is running now, in a file below `.farebox/`, so that
 * `npm run buy --
 * --network NAME` finds their addresses, nodes and demonstration wallets.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A gateway of `npm start`. Its keys are well known. */
export interface LocalGateway {
  url: string
  /** URL of the local node. */
  rpc: string
  /** URL of the local bridge, which takes deposits. */
  bridge?: string
  /** Key of a wallet with money. */
  buyer_key: string
}

/** npm runs commands in the project's folder. */
const FILE = resolve('.farebox/running.json')

/** Writes the running gateways by network, and returns the function that removes the file. */
export function noteRunning(gateways: Readonly<Record<string, LocalGateway>>): () => void {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify(gateways, null, 2))
  return () => rmSync(FILE, { force: true })
}

/** The running gateway of a network; undefined if `npm start` does not run one. */
export function runningOn(network: string): LocalGateway | undefined {
  const all = running()
  return Object.hasOwn(all, network) ? all[network] : undefined
}

/** The running gateway at an address. */
export function runningAt(url: string): LocalGateway | undefined {
  const { origin } = new URL(url)
  return Object.values(running()).find(gateway => new URL(gateway.url).origin === origin)
}

function running(): Readonly<Record<string, LocalGateway>> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, LocalGateway>
  } catch {
    return {}
  }
}
