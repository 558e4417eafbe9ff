/** Dependencies of the hooks. */
import type { Catalog } from '../contract.ts'
import type { PaymentScheme } from '../payments/scheme.ts'
import type { Readiness } from '../readiness.ts'
import type { Clock } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import type { Store } from '../store/store.ts'
import type { Upstreams } from '../upstream/types.ts'

/** The parts of the gateway that hooks use. */
export interface HookContext {
  catalog: Pick<Catalog, 'hash'>
  /** The payment scheme; has the network's name and reads balances. */
  paymentScheme: Pick<PaymentScheme, 'spec' | 'balanceOf'>
  store: Pick<Store, 'get' | 'shared'>
  upstreams: Pick<Upstreams, 'health'>
  clock: Clock
  /** Whether payments can be settled. */
  readiness: Pick<Readiness, 'look'>
  region: string
  /** Private `host` or `host:port` from which callers' pictures may be fetched; for development. */
  allowHosts?: readonly string[]
  wallets?: Settings['wallets']
  /** The process, for views: when it started, and which release it has refused. */
  process?: ProcessState
}

/** What health views show of the process. */
export interface ProcessState {
  /** Unix ms. */
  started: number
  /** The release that should be live and that this process refuses. */
  refused?: { hash: string; reason: string }
  /** The release that serves a share of the wallets. */
  canary?: { hash: string; percent: number }
  /** The last canary, if it was aborted. */
  aborted?: { hash: string; cause: string; reason: string; at: number }
}
