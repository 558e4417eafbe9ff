/** The checked settings of a gateway, made by `readSettings`. Its secrets are never printed. */

/** An upstream's address (`{…}` holes allowed) and key. */
export interface UpstreamSettings {
  url: string
  key?: string
  /** The further settings that its catalog entry names, e.g. `account`; secret like the key. */
  more?: Readonly<Record<string, string>>
}

/** An S3 bucket: its endpoint with the bucket's name (and a prefix), and the credentials. */
export interface S3Settings {
  url: string
  region: string
  keyId: string
  secret: string
}

/** Settings of one gateway process. */
export interface Settings {
  /** Name of a network of the catalog. */
  network: string
  host: string
  port: number
  /** Origin that callers use (`https://host`), if the request does not show it. */
  publicUrl?: string
  /** Address that receives payments. */
  payTo: string
  rpcUrl: string
  /** Key (0x and 64 hex digits) of the account that settles in this process and pays the gas. */
  relayerKey?: string
  /** The facilitator that settles instead. */
  facilitator?: { url: string; key?: string }
  store: { redis: string } | { dir: string }
  /** Where mirrored media are stored. */
  media: { dir: string } | { s3: S3Settings }
  /** Keys that sign values that callers send back, such as poll addresses; the first signs. */
  signingKeys: readonly string[]
  /** How long sales lines are kept, days. */
  salesDays?: number
  /** Header with the caller's address, trusted only from `trustedProxies`. */
  clientIpHeader: string
  /** IP addresses and networks (CIDR) of our own proxies. */
  trustedProxies: readonly string[]
  logLevel: string
  /** TRACE=1: a trace begins for requests that have none. */
  trace?: boolean
  region: string
  /** Confirmations after which a settlement is final. */
  confirmations: number
  upstreams: Readonly<Record<string, UpstreamSettings>>
  /** Wallets by the name of their list, for catalog rules that use a list. */
  wallets?: Readonly<Record<string, readonly string[]>>
  /** Private `host` or `host:port` from which media may be fetched; for development. */
  mediaAllowHosts: readonly string[]
  /** FAREBOX_DEV=1: well-known development keys are accepted. */
  dev: boolean
}
