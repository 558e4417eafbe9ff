/** Documents every setting of a gateway. The README's table and `serve --help` are made from it. */

/**
 * One setting. `default` is absent if the setting is required, or if leaving it unset turns the
 * feature off. `needed` says when it is required: `always`, or a condition.
 */
export interface Setting {
  name: string
  default?: string
  needed?: string
  summary: string
}

/** Settings that do not depend on the catalog. Each upstream adds `<NAME>_URL` and `<NAME>_KEY`. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'NETWORK',
    default: "the catalog's first network",
    summary: 'Network of the catalog on which this gateway is paid.',
  },
  {
    name: 'PAY_TO',
    needed: 'always',
    summary: 'Address that receives payments, as the network writes addresses.',
  },
  {
    name: 'RPC_URL',
    needed: 'unless the network needs no node',
    summary: 'URL of a node of the network. Treated as a secret, because it may hold a key.',
  },
  {
    name: 'RELAYER_KEY',
    needed: 'unless FACILITATOR_URL is set, or the network needs neither',
    summary: 'Private key of the account that sends settlements and pays their fees.',
  },
  {
    name: 'FACILITATOR_URL',
    needed: 'unless RELAYER_KEY is set',
    summary: 'URL of a facilitator that verifies and settles instead of this process.',
  },
  { name: 'FACILITATOR_KEY', summary: 'Bearer token for the facilitator.' },
  {
    name: 'CONFIRMATIONS',
    default: '1',
    summary: 'Confirmations after which a settlement is final, 1 to 64.',
  },
  {
    name: 'REDIS_URL',
    needed: 'for several processes',
    summary: 'Address of the shared store: redis://, rediss:// or unix://.',
  },
  {
    name: 'DATA_DIR',
    default: '.farebox/data',
    summary: 'Folder of the embedded store (one process). Cannot be combined with REDIS_URL.',
  },
  {
    name: 'SALES_DAYS',
    default: '400',
    summary: 'Days for which sales lines of charges are kept, 1 to 3650.',
  },
  {
    name: 'MEDIA_DIR',
    default: '.farebox/media',
    summary: 'Folder for mirrored media. Cannot be combined with MEDIA_S3_URL.',
  },
  {
    name: 'MEDIA_S3_URL',
    summary:
      'S3 bucket for mirrored media, instead of a folder, e.g. ' +
      'https://s3.example.com/bucket (path style; a prefix may follow).',
  },
  { name: 'MEDIA_S3_REGION', default: 'us-east-1', summary: 'Region of the bucket.' },
  {
    name: 'MEDIA_S3_KEY_ID',
    needed: 'with MEDIA_S3_URL',
    summary: 'Access key that may get, put and list objects in the bucket.',
  },
  { name: 'MEDIA_S3_SECRET', needed: 'with MEDIA_S3_URL', summary: 'Secret of that access key.' },
  {
    name: 'SIGNING_KEYS',
    needed: 'always',
    summary:
      'Keys that sign poll addresses and receipts, and seal handles: at least 32 characters each, ' +
      'separated by commas. The first signs, all verify. A handle is unknown once its key is ' +
      'removed.',
  },
  { name: 'HOST', default: '127.0.0.1', summary: 'Address to listen on.' },
  { name: 'PORT', default: '4020', summary: 'Port to listen on; 0 picks a free one.' },
  {
    name: 'PUBLIC_URL',
    default: "the request's own origin",
    summary: 'Origin that callers use, e.g. https://api.example.com. Set it behind a proxy.',
  },
  {
    name: 'CLIENT_IP_HEADER',
    default: 'cf-connecting-ip',
    summary:
      "Header in which your proxy sends the caller's address; trusted only from TRUSTED_PROXIES.",
  },
  {
    name: 'TRUSTED_PROXIES',
    default: 'none; 127.0.0.0/8,::1/128 if CLIENT_IP_HEADER is set',
    summary:
      'IP addresses or networks (CIDR) of your proxies, separated by commas; `none` trusts nobody.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    summary: 'silent, fatal, error, warn, info, debug or trace.',
  },
  {
    name: 'TRACE',
    default: '0',
    summary:
      '1 begins a W3C trace for requests without a `traceparent`; that of a caller is ' +
      'always passed on to upstreams.',
  },
  {
    name: 'REGION',
    default: 'local',
    summary: 'Where this gateway runs, as shown in health views and logs.',
  },
  {
    name: 'WALLETS',
    summary:
      'Allowlists of wallets that the catalog refers to, e.g. `background=0x…,0x…; other=0x…`.',
  },
  {
    name: 'MEDIA_ALLOW_HOSTS',
    summary:
      'For development: private host:port pairs from which media may be fetched, separated ' +
      'by commas.',
  },
  {
    name: 'FAREBOX_DEV',
    summary: 'For local chains: 1 accepts well-known development keys.',
  },
]
