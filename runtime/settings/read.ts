/** Reads the environment once, at start, and reports all missing or wrong settings together. */
import type { Catalog, UpstreamSpec } from '../contract.ts'
import { parseBase } from '../lib/upstream-address.ts'
import { parseTokenKey } from '../lib/call-token.ts'
import type { NetworkKind } from '../payments/kind.ts'
import { kindOf } from '../payments/kinds.ts'
import * as is from './checks.ts'
import {
  isDevelopmentAddress,
  isDevelopmentKey,
  isDevelopmentSigningKey,
} from './development-keys.ts'
import type { Settings, UpstreamSettings } from './types.ts'

/** Keys and accounts must be one word, because they are part of headers and addresses. */
const VISIBLE = /^[\x21-\x7e]+$/

type Env = Readonly<Record<string, string | undefined>>
/**
 * Reads one setting. Returns the default if it is unset; records a problem if it is wrong. Problems
 * never quote values, because values may be secrets.
 */
type Read = <T>(name: string, check: is.Check<T>, fallback?: T) => T

/**
 * Reads the address and key of every upstream of the catalog. Addresses may have `{…}` holes, like
 * those in the catalog.
 */
export function readUpstreams(
  env: Env,
  catalog: Pick<Catalog, 'upstreams'>,
  problems: string[],
): Settings['upstreams'] {
  const pairs = Object.values(catalog.upstreams).map((spec): [string, UpstreamSettings] => {
    const url = env[`${spec.env}_URL`]?.trim() || spec.base
    const key = env[`${spec.env}_KEY`]?.trim()
    try {
      parseBase(url)
    } catch {
      problems.push(`${spec.env}_URL must be an http or https URL without a query`)
    }
    if (key && !VISIBLE.test(key))
      problems.push(`${spec.env}_KEY must not contain spaces or line breaks`)
    if (key && spec.jwt !== undefined && parseTokenKey(key) === undefined)
      problems.push(`${spec.env}_KEY must be id:secret, with an Ed25519 or P-256 key in base64`)
    const more = furtherSettings(env, spec, problems)
    return [spec.name, { url, ...(key ? { key } : {}), ...(spec.settings ? { more } : {}) }]
  })
  return Object.fromEntries(pairs)
}

/**
 * Reads the upstreams' settings of a catalog that is loaded later. Throws an error that lists all
 * problems.
 */
export function upstreamSettings(
  env: Env,
  catalog: Pick<Catalog, 'upstreams'>,
): Settings['upstreams'] {
  const problems: string[] = []
  const settings = readUpstreams(env, catalog, problems)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return settings
}

/** Reads the further settings of an upstream that the environment has. */
function furtherSettings(
  env: Env,
  { env: prefix, settings = [] }: UpstreamSpec,
  problems: string[],
): Record<string, string> {
  const found = settings.flatMap((name): [string, string][] => {
    const variable = `${prefix}_${name.toUpperCase()}`
    const value = env[variable]?.trim()
    if (value && !VISIBLE.test(value))
      problems.push(`${variable} must not contain spaces or line breaks`)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(found)
}

/**
 * Reads how payments are settled on a kind of network: with this process's own key, by a
 * facilitator, or with neither if the kind needs none.
 */
function readSettlement(
  { env, kind, read }: { env: Env; kind: NetworkKind; read: Read },
  problems: string[],
): Pick<Settings, 'relayerKey' | 'facilitator'> {
  const { key, unset } = kind
  const hasKey = Boolean(env.RELAYER_KEY?.trim())
  if (hasKey && key === undefined) problems.push('RELAYER_KEY means nothing on this network')
  if (hasKey && env.FACILITATOR_URL)
    problems.push('RELAYER_KEY and FACILITATOR_URL cannot both be set')
  if (env.FACILITATOR_URL) {
    const token = env.FACILITATOR_KEY?.trim()
    const url = read('FACILITATOR_URL', is.baseUrl)
    return { facilitator: { url, ...(token ? { key: token } : {}) } }
  }
  if (hasKey && key !== undefined) return { relayerKey: read('RELAYER_KEY', is.keyOf(key)) }
  if (unset === 'refused')
    problems.push(`${key ? 'RELAYER_KEY or FACILITATOR_URL' : 'FACILITATOR_URL'} is required`)
  return {}
}

/** Reads where shared state is stored. */
function readStore(env: Env, read: Read, problems: string[]): Settings['store'] {
  if (env.REDIS_URL && env.DATA_DIR) problems.push('REDIS_URL and DATA_DIR cannot both be set')
  return env.REDIS_URL
    ? { redis: read('REDIS_URL', is.redisUrl) }
    : { dir: read('DATA_DIR', is.text, '.farebox/data') }
}

/**
 * Reads where mirrored media are stored. If any bucket setting is present, a bucket is used and all
 * of its settings are required.
 */
function readMedia(env: Env, read: Read, problems: string[]): Settings['media'] {
  const { MEDIA_S3_URL, MEDIA_S3_REGION, MEDIA_S3_KEY_ID, MEDIA_S3_SECRET } = env
  if (
    ![MEDIA_S3_URL, MEDIA_S3_REGION, MEDIA_S3_KEY_ID, MEDIA_S3_SECRET].some(value => value?.trim())
  ) {
    return { dir: read('MEDIA_DIR', is.text, '.farebox/media') }
  }
  if (env.MEDIA_DIR?.trim()) problems.push('MEDIA_S3_URL and MEDIA_DIR cannot both be set')
  const s3 = {
    url: read('MEDIA_S3_URL', is.bucketUrl),
    region: read('MEDIA_S3_REGION', is.label, 'us-east-1'),
    keyId: read('MEDIA_S3_KEY_ID', is.token),
    secret: read('MEDIA_S3_SECRET', is.token),
  }
  return { s3 }
}

/** A proxy on the same machine is trusted once the operator has named the header that it sets. */
const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Refuses well-known development keys and addresses unless FAREBOX_DEV=1. */
function refuseKnown(settings: Settings, problems: string[]): void {
  if (settings.dev) return
  const allowed = '(FAREBOX_DEV=1 allows it)'
  if (settings.payTo && isDevelopmentAddress(settings.payTo)) {
    problems.push(
      `PAY_TO is a well-known development address; anyone can spend what it receives ${allowed}`,
    )
  }
  if (settings.relayerKey && isDevelopmentKey(settings.relayerKey))
    problems.push(`RELAYER_KEY is a well-known development key ${allowed}`)
  if (settings.signingKeys?.some(isDevelopmentSigningKey))
    problems.push(`SIGNING_KEYS has a well-known development key ${allowed}`)
  if (settings.mediaAllowHosts.length > 0)
    problems.push(`MEDIA_ALLOW_HOSTS is for development only ${allowed}`)
}

/** Returns a reader of single settings that records problems in `problems`. */
function reader(env: Env, problems: string[]): Read {
  return (name, check, fallback) => {
    const value = env[name]?.trim()
    if (!value && fallback !== undefined) return fallback
    const found = value ? check(value) : undefined
    if (found === undefined)
      problems.push(
        value ? `${name} must be ${check.wants}` : `${name} is required: ${check.wants}`,
      )
    return found ?? (fallback as never)
  }
}

/** The settings for the commands that change the live catalog. */
export type DeploySettings = Pick<Settings, 'network' | 'store' | 'signingKeys'>

/** Reads only these settings. Throws an error that lists all problems. */
export function readDeploySettings(env: Env, catalog: Pick<Catalog, 'networks'>): DeploySettings {
  const problems: string[] = []
  const read = reader(env, problems)
  const networks = Object.keys(catalog.networks)
  const settings = {
    network: read('NETWORK', is.oneOf(networks), networks[0]!),
    store: readStore(env, read, problems),
    signingKeys: read('SIGNING_KEYS', is.signingKeys),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

/** Returns the settings of a gateway, or all problems, one sentence each. */
export function readSettings(
  env: Env,
  catalog: Pick<Catalog, 'networks' | 'upstreams'>,
): { settings: Settings } | { problems: string[] } {
  const problems: string[] = []
  const read = reader(env, problems)
  const networks = Object.keys(catalog.networks)
  const network = read('NETWORK', is.oneOf(networks), networks[0])
  const { kind: name } = (network && catalog.networks[network]) || catalog.networks[networks[0]!]!
  const kind = kindOf(name)
  const settings: Settings = {
    network,
    payTo: read('PAY_TO', is.walletOf(kind)),
    rpcUrl: read('RPC_URL', is.nodeOf(kind), kind.node.length === 0 ? '' : undefined),
    ...readSettlement({ env, kind, read }, problems),
    confirmations: read('CONFIRMATIONS', is.integer(1, 64), 1),
    store: readStore(env, read, problems),
    media: readMedia(env, read, problems),
    signingKeys: read('SIGNING_KEYS', is.signingKeys),
    salesDays: read('SALES_DAYS', is.integer(1, 3650), 400),
    host: read('HOST', is.text, '127.0.0.1'),
    port: read('PORT', is.integer(0, 65_535), 4020),
    ...(env.PUBLIC_URL ? { publicUrl: read('PUBLIC_URL', is.origin) } : {}),
    clientIpHeader: read('CLIENT_IP_HEADER', is.headerName, 'cf-connecting-ip'),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      is.proxies,
      env.CLIENT_IP_HEADER?.trim() ? LOOPBACK : [],
    ),
    logLevel: read(
      'LOG_LEVEL',
      is.oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
      'info',
    ),
    trace: read('TRACE', is.oneOf(['0', '1']), '0') === '1',
    region: read('REGION', is.label, 'local'),
    upstreams: readUpstreams(env, catalog, problems),
    ...(env.WALLETS ? { wallets: read('WALLETS', is.walletLists(kind)) } : {}),
    mediaAllowHosts: read('MEDIA_ALLOW_HOSTS', is.hosts, []),
    dev: env.FAREBOX_DEV === '1',
  }
  refuseKnown(settings, problems)
  return problems.length > 0 ? { problems } : { settings }
}

/** Returns every secret value in the settings, so that logs can redact it. */
export function secretsOf(settings: Settings): string[] {
  const { relayerKey, facilitator, rpcUrl, store, media, signingKeys } = settings
  const all = [
    relayerKey,
    relayerKey?.replace(/^0x/, ''),
    facilitator?.key,
    facilitator?.url,
    rpcUrl,
    'redis' in store ? store.redis : undefined,
    ...('s3' in media ? [media.s3.secret, media.s3.keyId] : []),
    ...signingKeys,
  ]
  return all.filter((value): value is string => value !== undefined)
}
