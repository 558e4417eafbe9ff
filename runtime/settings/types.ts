/**
 * What the environment tells a gateway, checked. Made by `readSettings`; secrets in it are never
 * printed.
 */

/** A supplier's address (`{…}` holes allowed) and key. */
export interface UpstreamSettings {
  url: string
  key?: string
}

/** An S3 bucket: its endpoint with the bucket's name (and a prefix), and who may use it. */
export interface S3Settings {
  url: string
  region: string
  keyId: string
  secret: string
}

/** One gateway process. */
export interface Settings {
  /** Name of a network of the catalog. */
  network: string
  host: string
  port: number
  /** `https://host` that callers use, where it cannot be told from the request. */
  publicUrl?: string
  /** Address that is paid. */
  payTo: string
  rpcUrl: string
  /** In-process settlement: the key (0x and 64 hex digits) whose account pays the gas. */
  relayerKey?: string
  /** Remote settlement. */
  facilitator?: { url: string; key?: string }
  store: { redis: string } | { dir: string }
  /** Where mirrored media are kept. */
  media: { dir: string } | { s3: S3Settings }
  /** Keys for what callers carry for us, such as poll addresses: the first signs, all verify. */
  signingKeys: readonly string[]
  /** Header with the caller's address, believed only from trusted proxies. */
  clientIpHeader: string
  /** Addresses and networks (CIDR) of our own proxies. */
  trustedProxies: readonly string[]
  logLevel: string
  region: string
  /** Blocks after which a settlement counts. */
  confirmations: number
  upstreams: Readonly<Record<string, UpstreamSettings>>
  /** Wallets by the name of their list, for rules of the catalog that ask for one. */
  wallets?: Readonly<Record<string, readonly string[]>>
  /** Private `host` or `host:port` that media may be fetched from; for development. */
  mediaAllowHosts: readonly string[]
  /** FAREBOX_DEV=1: well-known development keys are accepted. */
  dev: boolean
}
