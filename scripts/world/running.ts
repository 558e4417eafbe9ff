/**
 * The gateways that `npm start` is running now: a file below `.farebox/running/` for each process,
 * so that `npm run buy -- --network NAME` finds their addresses, nodes and demonstration wallets.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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
const FOLDER = resolve('.farebox/running')

/** Writes this process's gateways by network, and returns the function that removes the file. */
export function noteRunning(gateways: Readonly<Record<string, LocalGateway>>): () => void {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${process.pid}.json`)
  writeFileSync(file, JSON.stringify(gateways, null, 2))
  return () => rmSync(file, { force: true })
}

/** The running gateway of a network; undefined if `npm start` does not run one. */
export function runningOn(network: string): LocalGateway | undefined {
  return running().find(([name]) => name === network)?.[1]
}

/** The running gateway at an address. */
export function runningAt(url: string): LocalGateway | undefined {
  const { origin } = new URL(url)
  return running().find(([, gateway]) => new URL(gateway.url).origin === origin)?.[1]
}

/** The networks and gateways of all processes that are alive. */
function running(): [string, LocalGateway][] {
  if (!existsSync(FOLDER)) return []
  return readdirSync(FOLDER)
    .filter(name => isAlive(Number.parseInt(name, 10)))
    .flatMap(name => gatewaysIn(join(FOLDER, name)))
}

/** The gateways in a file; none while it is being written or removed. */
function gatewaysIn(file: string): [string, LocalGateway][] {
  try {
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, LocalGateway>)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
