/** Every setting of a gateway, as it is documented: the README's table is made from this one. */

/**
 * One setting. `default` is absent where the setting is needed or the feature is off without it.
 */
export interface Setting {
  name: string
  default?: string
  needed?: string
  summary: string
}

/**
 * The settings that do not depend on the catalog. Suppliers add `<NAME>_URL` and `<NAME>_KEY` each.
 */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'NETWORK',
    default: "the catalog's first network",
    summary: 'Which network of the catalog this gateway is paid on.',
  },
  {
    name: 'PAY_TO',
    needed: 'always',
    summary: 'Address (0x and 40 hex digits) that receives the payments.',
  },
  {
    name: 'RPC_URL',
    needed: 'always',
    summary: 'JSON-RPC node of the network. It may hold a key: it is treated as a secret.',
  },
  {
    name: 'RELAYER_KEY',
    needed: 'unless FACILITATOR_URL',
    summary:
      'Private key (0x and 64 hex digits) of the account that sends settlements and pays their gas.',
  },
  {
    name: 'FACILITATOR_URL',
    needed: 'unless RELAYER_KEY',
    summary: 'x402 facilitator that verifies and settles instead of this process.',
  },
  { name: 'FACILITATOR_KEY', summary: 'Bearer token for the facilitator.' },
  {
    name: 'CONFIRMATIONS',
    default: '1',
    summary: 'Blocks after which a settlement counts, 1 to 64.',
  },
  {
    name: 'REDIS_URL',
    needed: 'for several processes',
    summary: 'redis://, rediss:// or unix:// address of the shared store.',
  },
  {
    name: 'DATA_DIR',
    default: '.farebox/data',
    summary: 'Folder of the embedded store (one process); not together with REDIS_URL.',
  },
  {
    name: 'MEDIA_DIR',
    default: '.farebox/media',
    summary: 'Folder of mirrored media; not together with MEDIA_S3_URL.',
  },
  {
    name: 'MEDIA_S3_URL',
    summary:
      'S3 bucket for mirrored media instead of a folder, e.g. https://s3.example.com/bucket (path style; a prefix may follow).',
  },
  { name: 'MEDIA_S3_REGION', default: 'us-east-1', summary: 'Region of the bucket.' },
  {
    name: 'MEDIA_S3_KEY_ID',
    needed: 'with MEDIA_S3_URL',
    summary: 'Access key that may get, put and list objects of the bucket.',
  },
  { name: 'MEDIA_S3_SECRET', needed: 'with MEDIA_S3_URL', summary: "That key's secret." },
  {
    name: 'SIGNING_KEYS',
    needed: 'always',
    summary:
      'Keys of at least 32 characters, separated by commas, that sign poll addresses: the first signs, all verify.',
  },
  { name: 'HOST', default: '127.0.0.1', summary: 'Address to listen on.' },
  { name: 'PORT', default: '4020', summary: 'Port to listen on; 0 takes a free one.' },
  {
    name: 'PUBLIC_URL',
    default: "the request's own origin",
    summary: 'Origin that callers use, e.g. https://api.example.com, where a proxy hides it.',
  },
  {
    name: 'CLIENT_IP_HEADER',
    default: 'cf-connecting-ip',
    summary:
      "Header in which your proxy names the caller's address; believed only from TRUSTED_PROXIES.",
  },
  {
    name: 'TRUSTED_PROXIES',
    default: 'none; 127.0.0.0/8,::1/128 where CLIENT_IP_HEADER is set',
    summary:
      'Addresses or networks (CIDR) of your proxies, separated by commas; `none` trusts nobody.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    summary: 'silent, fatal, error, warn, info, debug or trace.',
  },
  {
    name: 'REGION',
    default: 'local',
    summary: 'Name of the place where this gateway runs, in health views and logs.',
  },
  {
    name: 'WALLETS',
    summary:
      'Wallets that may do what the catalog grants to lists only, e.g. `background=0x…,0x…; other=0x…`.',
  },
  {
    name: 'MEDIA_ALLOW_HOSTS',
    summary:
      'For development: private host:port pairs, separated by commas, that media may be fetched from.',
  },
  {
    name: 'FAREBOX_DEV',
    summary: 'Set to 1 on local chains only: accepts well-known development keys.',
  },
]
